import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

import { embeddedConnection, sessionQueue, wireMessage } from './embeddedConnection.ts'

/** The embedded database: PGlite in a worker thread, which serves clients over a Unix socket. */
const { folder, socketPath } = workerData as { folder: string; socketPath: string }

const idleInTransactionMs = 30_000
const checkpointMs = 5 * 60_000
/** Commands of other processes may finish before the database closes. */
const disconnectGraceMs = 3000

/** The data fits into the page cache, so random access is cheaper than PostgreSQL assumes by default. */
const tuning = ['random_page_cost=1.1', 'work_mem=16MB', 'track_activities=off']

const pglite = await PGlite.create(folder, {
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, ...tuning.flatMap((setting) => ['-c', setting])],
})

const queue = sessionQueue(
  {
    run: (bytes, onResponse) =>
      pglite.runExclusive(() => pglite.execProtocolRawStream(bytes, { onRawData: onResponse })),
    isInTransaction: () => pglite.isInTransaction(),
  },
  idleInTransactionMs,
)

const sockets = new Set<Socket>()
let connections = 0
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  embeddedConnection(socket, queue, ++connections)
})

// PGlite runs no checkpointer. Without checkpoints the WAL grows, and recovery after a crash takes long.
const checkpointClient = { onResponse: () => {}, onIdle: () => {} }
const checkpoint = { bytes: wireMessage('Q', 'checkpoint\0'), isComplete: true }
setInterval(() => void queue.enqueue(checkpointClient, () => checkpoint), checkpointMs).unref()

// Removes a socket left behind by a crash. Safe, because the process that starts this thread owns the folder.
rmSync(socketPath, { force: true })
server.listen(socketPath, () => {
  chmodSync(socketPath, 0o600)
  parentPort?.postMessage('ready')
})

parentPort?.once('message', async () => {
  const disconnected = new Promise<void>((done) => server.close(() => done()))
  await Promise.race([disconnected, pause(disconnectGraceMs)])
  for (const socket of sockets) socket.destroy()
  await disconnected
  await queue.enqueue(checkpointClient, () => checkpoint)
  await pglite.close()
  process.exit()
})

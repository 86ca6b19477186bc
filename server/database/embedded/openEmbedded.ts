import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect as connectSocket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { claimFolder, type FolderClaim, socketFolder, socketName } from './dataFolder.ts'
import { embeddedUrl } from '#server/database/client/connect.ts'

type Embedded = { url: string; isOwner: boolean; close: () => Promise<void> }

/** How long to wait for another process that is opening the database. */
const timeoutMs = 90_000

/** Opens the embedded database in `dataDir`, or connects to it if another process has opened it. */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const folder = socketFolder(dataDir)
  const socketPath = join(folder, socketName)
  const url = embeddedUrl(folder)
  const until = Date.now() + timeoutMs

  while (Date.now() < until) {
    if (await acceptsConnections(socketPath)) return { url, isOwner: false, close: async () => {} }
    const claim = claimFolder(folder)
    if (claim)
      return { url, isOwner: true, close: await startWorker({ folder, socketPath, claim }) }
    await pause(100)
  }
  throw new Error(`The database in ${dataDir} is used by another process that does not respond`)
}

type WorkerOptions = { folder: string; socketPath: string; claim: FolderClaim }

/** Starts the worker and returns a function that closes it. If the thread crashes, the process exits: a restart recovers. */
async function startWorker({
  folder,
  socketPath,
  claim,
}: WorkerOptions): Promise<() => Promise<void>> {
  const worker = startThread({ folder: join(folder, 'database'), socketPath })
  const ended = new Promise<void>((done) => worker.once('exit', () => done()))
  await new Promise((ready, failed) => {
    worker.once('message', ready)
    worker.once('error', failed)
  }).catch((error: unknown) => {
    claim.release()
    throw error
  })
  worker.removeAllListeners('error')

  return async () => {
    worker.postMessage('close')
    await ended
    claim.release()
  }
}

/** In a build the worker is beside the bundle or one folder above the chunk; in the source tsx compiles it. */
function startThread(workerData: object): Worker {
  const here = dirname(fileURLToPath(import.meta.url))
  const built = [here, dirname(here)].map((folder) => join(folder, 'embeddedWorker.js'))
  const file = built.find((path) => existsSync(path))
  if (file) return new Worker(file, { workerData })

  const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'))
  const [api, source] = [join(tsx, 'dist/esm/api/index.mjs'), join(here, 'embeddedWorker.ts')].map(
    (path) => JSON.stringify(pathToFileURL(path).href),
  )
  const code = `import(${api}).then(({ register }) => { register(); return import(${source}) })`
  return new Worker(code, { workerData, eval: true, execArgv: [] })
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connectSocket(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

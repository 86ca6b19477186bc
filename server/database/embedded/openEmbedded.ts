import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect as connectSocket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { claimFolder, type Hold } from './claimFolder.ts'
import { embeddedUrl } from '#server/database/client/connect.ts'
import { socketFolder, socketName } from './socketFolder.ts'

type Embedded = { url: string; isOwner: boolean; close: () => Promise<void> }

/** How long another process may take to open the database before we come in. */
const patienceMs = 90_000

/** Opens the embedded database in `dataDir`; where another process has it, comes in as a guest. */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const folder = socketFolder(dataDir)
  const socketPath = join(folder, socketName)
  const url = embeddedUrl(folder)
  const until = Date.now() + patienceMs

  while (Date.now() < until) {
    if (await answers(socketPath)) return { url, isOwner: false, close: async () => {} }
    const hold = claimFolder(folder)
    if (hold) return { url, isOwner: true, close: await startWorker({ folder, socketPath, hold }) }
    await pause(100)
  }
  throw new Error(`The database in ${dataDir} is held by another process that does not answer`)
}

type Place = { folder: string; socketPath: string; hold: Hold }

/** Gives back how to end it. Should the thread die, so does the process: a restart opens it clean. */
async function startWorker({ folder, socketPath, hold }: Place): Promise<() => Promise<void>> {
  const worker = startThread({ folder: join(folder, 'database'), socketPath })
  const ended = new Promise<void>((done) => worker.once('exit', () => done()))
  await new Promise((ready, failed) => {
    worker.once('message', ready)
    worker.once('error', failed)
  }).catch((error: unknown) => {
    hold.release()
    throw error
  })
  worker.removeAllListeners('error')

  return async () => {
    worker.postMessage('close')
    await ended
    hold.release()
  }
}

/** Built, it stands beside the bundle or above its chunk; in the source tsx has to read it. */
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

function answers(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connectSocket(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

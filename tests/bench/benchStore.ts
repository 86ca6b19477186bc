import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type BenchStore = {
  origin: string
  /** Processor time that the server has used, in ms. */
  cpuMs: () => number
  /** Memory that the server holds now, in MiB. */
  residentMiB: () => number
  stop: () => Promise<void>
}

type Wanted = {
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** A CSV and its mapping, imported before the store opens. */
  catalogue?: { file: string; map: string } | undefined
}

/** The built store in a process of its own, on a port of its own. */
export async function openBenchStore({ databaseUrl, catalogue }: Wanted): Promise<BenchStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pehno-bench-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    RATE_LIMITS: 'off',
    COURIER_STEP_SECONDS: '0',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  }
  const server = spawn(process.execPath, ['server/start.mjs'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(origin)
  if (catalogue) {
    const words = [
      'server/start.mjs',
      'store',
      'catalogue',
      'import',
      catalogue.file,
      '--map',
      catalogue.map,
    ]
    const bringing = spawn(process.execPath, words, { env, stdio: ['ignore', 'inherit', 'ignore'] })
    await once(bringing, 'exit')
  }
  return {
    origin,
    cpuMs: () => cpuMsOf(server.pid ?? 0),
    residentMiB: () => residentMiBOf(server.pid ?? 0),
    stop: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

async function untilReady(origin: string): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await pause(200)
  }
  throw new Error('The store did not open')
}

const ticksPerSecond = 100

/** User and system time of a process, as Linux counts it in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

function residentMiBOf(pid: number): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(found?.[1] ?? 0) / 1024)
}

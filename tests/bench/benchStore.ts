import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { findPostgres, postgresAdvice } from '#tests/support/database/findPostgres.ts'
import { freePort } from '#tests/support/server/freePort.ts'
import { startPostgres } from '#tests/support/database/startPostgres.ts'
import { cpuMsOf, cpuMsWithChildren, parentOf, residentMiBOf } from './processTimes.ts'

export type BenchStore = {
  origin: string
  /** The store's own database, for inserting rows. */
  db: Database
  /** A connection without a statement timeout. */
  background: Database
  /** CPU time that the server has used, in ms. */
  cpuMs: () => number
  /** CPU time that PostgreSQL's processes have used, in ms. */
  databaseCpuMs: () => number
  /** Memory that the server uses now, in MiB. */
  residentMiB: () => number
  stop: () => Promise<void>
}

type BenchStoreOptions = {
  /** The embedded database is used if it is undefined. */
  databaseUrl: string | undefined
  /**
   * A CSV file and its mapping, imported before the store opens, with the folder of its photos, if
   * any.
   */
  catalogue?: { file: string; map: string; photos?: string | undefined } | undefined
  /** The folder for CPU profiles, as `--cpu-prof` of Node writes them. */
  profile?: string | undefined
}

/** The built store on a database of this kind; a private PostgreSQL has durable commits. */
export async function openStoreOn(
  kind: string,
  options: Omit<BenchStoreOptions, 'databaseUrl'>,
): Promise<BenchStore> {
  if (kind !== 'postgres') return openBenchStore({ databaseUrl: undefined, ...options })
  const programs = findPostgres()
  if (!programs) throw new Error(postgresAdvice)
  const postgres = await startPostgres(programs, { isDurable: true })
  const store = await openBenchStore({ databaseUrl: postgres.url, ...options })
  return { ...store, stop: () => store.stop().then(postgres.stop) }
}

/** The Node options of `npm start`. */
const startFlags = ['--max-semi-space-size=8']

/** The built store in its own process, on its own port. */
export async function openBenchStore({
  databaseUrl,
  catalogue,
  profile,
}: BenchStoreOptions): Promise<BenchStore> {
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
    // The recommended setting: see "Memory" in docs/operating.md.
    MALLOC_ARENA_MAX: '2',
  }
  const profileFlags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const server = spawn(process.execPath, [...startFlags, ...profileFlags, 'server/start.mjs'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(origin)
  if (catalogue) {
    const args = [
      'server/start.mjs',
      'store',
      'catalogue',
      'import',
      catalogue.file,
      '--map',
      catalogue.map,
      ...(catalogue.photos ? ['--photos', catalogue.photos] : []),
    ]
    const importer = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'ignore'] })
    await once(importer, 'exit')
  }
  const database = await openDatabase({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) })
  return {
    origin,
    db: database.db,
    background: database.background,
    cpuMs: () => cpuMsOf(server.pid ?? 0),
    databaseCpuMs: databaseUrl ? await databaseCpuReader(database.db) : () => 0,
    residentMiB: () => residentMiBOf(server.pid ?? 0),
    stop: async () => {
      await database.close()
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
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

/** The process that listens is the parent of all PostgreSQL processes. */
async function databaseCpuReader(db: Database): Promise<() => number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  return () => cpuMsWithChildren(postmaster)
}

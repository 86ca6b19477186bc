import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { type Connection, embeddedUrl, openConnection } from '#server/database/client/connect.ts'
import { socketFolder } from '#server/database/embedded/dataFolder.ts'
import { runOnServer } from '#tests/support/database/freshDatabase.ts'
import { freePort } from './freePort.ts'

type PrivateStore = Connection & { origin: string }

/** The built store for one test alone, with its pages, and access to its database. */
export async function privateStore(
  settings: Record<string, string> | ((port: number) => Record<string, string>) = {},
): Promise<PrivateStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pehno-e2e-'))
  const database = await ownDatabase(dataDir)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const store = spawn('node', ['server/start.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{
        STORE_MODE: 'demo',
        DATABASE_URL: database.setting,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
      },
      ...{ PORT: String(port), PUBLIC_ORIGIN: origin, COURIER_STEP_SECONDS: '0' },
      RATE_LIMITS: 'off',
      ...(typeof settings === 'function' ? settings(port) : settings),
    },
  })
  await untilReady(`${origin}/readyz`).catch((error: unknown) => {
    store.kill('SIGKILL')
    throw error
  })
  const connection = openConnection(database.url)
  const close = async () => {
    await connection.close()
    store.kill('SIGTERM')
    await once(store, 'exit')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...connection, origin, close }
}

/** An empty database on the run's PostgreSQL, or an embedded one that has the demo store already if the run made a template. */
async function ownDatabase(dataDir: string): Promise<{ setting: string; url: string }> {
  const { E2E_POSTGRES, E2E_TEMPLATE } = process.env
  if (E2E_POSTGRES) {
    const name = `pehno_${randomUUID().replaceAll('-', '')}`
    await runOnServer(E2E_POSTGRES, `create database ${name}`)
    const url = Object.assign(new URL(E2E_POSTGRES), { pathname: name }).href
    return { setting: url, url }
  }
  if (E2E_TEMPLATE) cpSync(E2E_TEMPLATE, dataDir, { recursive: true })
  return { setting: '', url: embeddedUrl(socketFolder(dataDir)) }
}

/** A start on a busy machine takes more than a minute. */
const readyWithinMs = 180_000

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + readyWithinMs
  while (performance.now() < until) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await pause(100)
  }
  throw new Error(`The store did not become ready: ${url}`)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'

/**
 * The store of the browser tests. Creating and filling an embedded database takes ten seconds, so it
 * is done once, in the folder E2E_TEMPLATE. A test that needs its own store starts with a copy too
 * (privateStore.ts).
 */
const { DATABASE_URL, DATA_DIR = '', E2E_TEMPLATE = '' } = process.env

if (!DATABASE_URL) await fillTemplate()
await import('#server/start.mjs')

async function fillTemplate() {
  const first = spawn(process.execPath, ['server/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: E2E_TEMPLATE, PORT: '0', COURIER_STEP_SECONDS: '0' },
  })
  const ended = once(first, 'exit')
  // It prints its address as soon as it runs.
  const isRunning = await Promise.race([once(first.stdout, 'data').then(() => true), ended])
  if (isRunning !== true) process.exit(1)
  first.kill('SIGTERM')
  await ended

  cpSync(E2E_TEMPLATE, DATA_DIR, { recursive: true })
}

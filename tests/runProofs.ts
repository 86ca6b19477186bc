import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { needingSessionsOrFiles } from './support/testProjects.ts'

/**
 * `npm run proofs`: the tests of money and stock at full length, on all databases and in the
 * browser. 20 rounds of 1,000 buyers, 200 duels of each kind for the last items, 200 keys 50 times,
 * 10,000 guesses and logins, 5,000 runs beside the model, 20,000 wrong requests to each call, 100
 * kills on each database, 2,000 payments and 200 late ones by each way, 30 stops of PostgreSQL, a
 * kill after each statement of what changes money or stock, two calls interleaved at every
 * statement, five minutes of stock accounting. Of the `page`: 1,000 sequences of faults for the
 * outbox. In the `browser`: 50 lost connections, 50 kills of the page in a purchase, every hostile
 * URL, three builds of the store deployed in turn, every network fault in every step of a purchase,
 * and each page on phone and desktop and with other fonts. Of the `desk`: its browser tests on
 * PostgreSQL. `npm test` runs the same tests with smaller numbers, and of the browser tests those
 * without `@proof`, on the embedded database. A part alone: `npm run proofs -- page browser`.
 */
const parts = ['postgres', 'embedded', 'page', 'browser', 'desk']
const chosen = process.argv.slice(2)

const files: Record<string, string[]> = {
  postgres: [
    'abuse',
    'crash',
    'concurrentBuyers',
    'databaseStops',
    'deskShift',
    'processKills',
    'failPoints',
    'interleavings',
    'lastItems',
    'expiredOrderPaymentLoad',
    'invalidRequests',
    'paymentRaces',
    'races',
    'shopModel',
    'stockAccounting',
  ].map((name) => `tests/api/${name}.test.ts`),
  embedded: needingSessionsOrFiles,
}

function commandOf(part: string): string[] {
  if (part === 'browser') return ['playwright', 'test']
  if (part === 'desk') return ['playwright', 'test', 'e2e/desk', '--project', 'phone']
  if (part === 'page') return ['vitest', 'run', '--project', 'unit', 'src/platform/outbox/faults']
  return ['vitest', 'run', '--project', 'api', ...(files[part] ?? [])]
}

const databaseOf = (part: string) =>
  part === 'desk' ? { E2E_DATABASE: 'postgres' } : { API_DATABASE: part }

for (const part of chosen.length > 0 ? chosen : parts) {
  const run = spawn('npx', commandOf(part), {
    env: { ...process.env, ...databaseOf(part), PROOF_SCALE: 'full' },
    stdio: 'inherit',
  })
  const [code] = (await once(run, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}

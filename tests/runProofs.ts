import { spawn } from 'node:child_process'
import { once } from 'node:events'

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

/** Their short names are unambiguous; a folder stands for all its files. */
const files: Record<string, string[]> = {
  postgres: [
    'tests/api/concurrency/',
    ...[
      'crash',
      'databaseStops',
      'deskShift',
      'processKills',
      'failPoints',
      'invalidRequests',
      'shopModel',
    ].map(testFile),
  ],
  // What depends on sessions, transactions or files, and a file for each area of the store: the
  // embedded database is PostgreSQL with one session, so SQL gives the same results on both.
  embedded: [
    'apiMarker',
    'backup',
    'backupFiles',
    'cart',
    'catalogue',
    'catalogueIndex',
    'checkout',
    'crash',
    'erase',
    'failPoints',
    'importAgain',
    'importCatalogue',
    'jobs',
    'listPages',
    'login',
    'operations',
    'orderIdempotency',
    'orders',
    'pairings',
    'payments',
    'processKills',
    'profile',
    'returns',
    'reviewPhotos',
    'search',
    'shopModel',
    'stock',
    'store',
    'suggestions',
    'sweep',
    'transactionBoundaries',
    'trendingSearches',
    'trialCheckout',
    'vacuum',
    'wishlist',
  ].map(testFile),
}

function testFile(name: string): string {
  return `/${name}.test.ts`
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

import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'

/** The project's folder; Vite's own root is `src`, which contains only a part of the tests. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const everywhere = {
  root,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // Generous, because speed is measured by the benchmarks.
  testTimeout: 60_000,
  hookTimeout: 180_000,
  // A second attempt is reported by name (tests/run.mjs): its cause is to be found and fixed.
  retry: process.env.CI ? 1 : 0,
}

const screens = {
  ...everywhere,
  environment: 'jsdom',
  setupFiles: ['tests/support/screens/screenSetup.ts'],
}

/** They replace `location`, or read a stream, which needs Node's own `fetch` and its streams. */
export const needingOwnWindow = [
  'src/platform/serviceWorker/newVersion.test.tsx',
  'src/features/orders/useOrders.test.tsx',
  'src/desk/board/BoardPage.test.tsx',
]

function apiFile(name: string): string {
  return `tests/api/**/${name}.test.ts`
}

/** These tests need several sessions, and the embedded database has one. */
const onPostgresOnly = [
  'tests/api/concurrency/*.test.ts',
  ...['databaseStops', 'liveMode'].map(apiFile),
]

/** What passed on PostgreSQL and runs again on the embedded database with each change. */
const againOnEmbedded = [
  'backup',
  'catalogueIndex',
  'checkout',
  'importCatalogue',
  'payments',
  'transactionBoundaries',
].map(apiFile)

/** The files of API tests per database; without PostgreSQL all that one session can run. */
const apiTests: Record<string, { include?: string[]; exclude: string[] }> = {
  postgres: { exclude: [] },
  'embedded-after-postgres': { include: againOnEmbedded, exclude: [] },
}

/**
 * The vitest projects: rules and modules (`unit`), components and pages (`screen`), the server over
 * HTTP (`api`). `api` runs on the embedded database, or on PostgreSQL with API_DATABASE=postgres.
 */
export const testProjects = {
  root,
  // The tests wait for databases and timers most of the time, so all cores are used.
  maxWorkers: '100%',
  projects: [
    {
      test: {
        ...everywhere,
        name: 'unit',
        isolate: false,
        pool: 'threads',
        environment: 'node',
        include: [
          'src/**/*.test.ts',
          'server/**/*.test.ts',
          'sw/**/*.test.ts',
          'tests/*.test.ts',
          'tests/support/**/*.test.ts',
        ],
      },
    },
    {
      // In this pool the ES modules of react-router are not found without these two settings.
      resolve: { conditions: ['module-sync', 'module', 'import', 'node', 'development'] },
      test: {
        ...screens,
        name: 'screen',
        // One jsdom per worker instead of one per file takes half the time.
        pool: 'vmThreads',
        server: { deps: { inline: [/react-router/] } },
        include: ['src/**/*.test.tsx'],
        exclude: needingOwnWindow,
      },
    },
    { test: { ...screens, name: 'screen-isolated', pool: 'threads', include: needingOwnWindow } },
    {
      test: {
        ...everywhere,
        name: 'api',
        environment: 'node',
        isolate: false,
        include: ['tests/api/**/*.test.ts'],
        exclude: onPostgresOnly,
        ...apiTests[process.env.API_DATABASE ?? ''],
        globalSetup: ['tests/support/api/apiDatabase.ts'],
        setupFiles: ['tests/support/api/apiSetup.ts'],
        // Failures are reported by the tests; to read a log, start a store that writes one.
        env: { LOG_LEVEL: 'silent' },
      },
    },
  ],
} satisfies ViteUserConfig['test']

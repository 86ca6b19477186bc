import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'

/** The project's folder: vite's own root is `src`, which holds only a part of the tests. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const everywhere = {
  root,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // A busy machine is no reason to fail: how fast something is, benches say.
  testTimeout: 60_000,
}

/** On the embedded database, which has one session, these would prove nothing. */
const aboutLocks = [
  'abuse',
  'busyReads',
  'crowds',
  'databaseStops',
  'heldUp',
  'interleavings',
  'lastPieces',
  'latePayments',
  'limitRaces',
  'liveMode',
  'paymentRaces',
  'races',
  'stockBank',
  'sweepRaces',
].map((name) => `tests/api/${name}.test.ts`)

/**
 * The embedded database is PostgreSQL too, with one session instead of many, so SQL gives the same
 * results on both. API_DATABASE=embedded-after-postgres leaves out what has passed on PostgreSQL and
 * does not depend on sessions, transactions or files: rules of calls, limits and commands.
 */
const independentOfDatabase = [
  'abuseLimits',
  'accessMatrix',
  'commands',
  'contract',
  'countLimits',
  'forms',
  'hostileText',
  'largeCatalogue',
  'liveDay',
  'logs',
  'loginTwins',
  'metrics',
  'nonsense',
  'offers',
  'orderCommands',
  'previews',
  'returnCommands',
  'shopCommands',
  'sitemap',
  'timeLimits',
  'transitions',
  'validation',
  'writeLimits',
].map((name) => `tests/api/${name}.test.ts`)

const excluded: Record<string, string[]> = {
  postgres: [],
  'embedded-after-postgres': [...aboutLocks, ...independentOfDatabase],
}

/**
 * What vitest runs: rules and parts (`unit`), components and pages (`screen`), the server over HTTP
 * (`api`). The last one runs on the embedded database, or on PostgreSQL with API_DATABASE=postgres.
 */
export const testProjects = {
  root,
  // The tests wait for databases and timers more than they reckon: one for each core, none spared.
  maxWorkers: '100%',
  projects: [
    {
      test: {
        ...everywhere,
        name: 'unit',
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
      test: {
        ...everywhere,
        name: 'screen',
        pool: 'threads',
        environment: 'jsdom',
        include: ['src/**/*.test.tsx'],
        setupFiles: ['tests/support/pages/screenSetup.ts'],
      },
    },
    {
      test: {
        ...everywhere,
        name: 'api',
        environment: 'node',
        include: ['tests/api/*.test.ts'],
        exclude: excluded[process.env.API_DATABASE ?? ''] ?? aboutLocks,
        globalSetup: ['tests/support/api/apiDatabase.ts'],
        setupFiles: ['tests/support/api/apiSetup.ts'],
        // What fails, the tests say; whoever reads the log starts a store that writes one.
        env: { LOG_LEVEL: 'silent' },
        hookTimeout: 180_000,
      },
    },
  ],
} satisfies ViteUserConfig['test']

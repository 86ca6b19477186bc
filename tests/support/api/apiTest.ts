import { test as base } from 'vitest'

import { type App, createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { connect, type Database } from '#server/database/client/connect.ts'
import { webhookRoutes } from '#server/features/payments/webhooks.ts'
import { type TestDeps, createTestDeps, testSandbox } from './testDeps.ts'

const db = connect(process.env.DATABASE_URL ?? '')
class RollbackError extends Error {}

type Api = { db: Database; deps: TestDeps; api: App }

/**
 * A test with the API inside a transaction that is rolled back. Not for races, which need commits.
 */
export const test = base.extend<Api>({
  db: async ({}, use) => withRollback(db, use),
  deps: async ({}, use) => use(createTestDeps()),
  api: async ({ db, deps }, use) => use(createTestApi(db, deps)),
})

/** Runs work in a transaction and rolls it back. */
export async function withRollback(db: Database, run: (tx: Database) => Promise<void>) {
  const running = db.transaction(async (tx) => {
    await run(tx)
    throw new RollbackError()
  })
  await running.catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error
  })
}

/** The whole server on a database, with fakes for external services; by default without a response cache. */
export function createTestApi(db: Database, deps: TestDeps, responseTtlMs = 0): App {
  const { provider, routes } = testSandbox(db, deps.sendMessage)
  return createApp({
    db,
    handlers: storeHandlers({ ...deps, provider }),
    webhooks: webhookRoutes(db, provider),
    routes: [routes],
    hasWriteLimits: deps.hasRateLimits,
    responseTtlMs,
  })
}

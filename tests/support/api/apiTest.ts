import { test as base } from 'vitest'

import { type App, createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { connect, type Database } from '#server/database/client/connect.ts'
import { webhookRoutes } from '#server/features/payments/webhooks.ts'
import { type TestDeps, createTestDeps, testSandbox } from './testDeps.ts'

const db = connect(process.env.DATABASE_URL ?? '')
class RollbackError extends Error {}

type Api = { db: Database; outside: TestDeps; api: App }

/**
 * A test with the API inside a transaction that is rolled back. Not for races, which need commits.
 */
export const test = base.extend<Api>({
  db: async ({}, use) => withRollback(db, use),
  outside: async ({}, use) => use(createTestDeps()),
  api: async ({ db, outside }, use) => use(createTestApi(db, outside)),
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

/** The whole server on a database, with fakes for external services. */
export function createTestApi(db: Database, outside: TestDeps): App {
  const { provider, routes } = testSandbox(db, outside.sendMessage)
  return createApp({
    db,
    handlers: storeHandlers({ ...outside, provider }),
    webhooks: webhookRoutes(db, provider),
    routes: [routes],
    hasWriteLimits: outside.hasRateLimits,
  })
}

import { afterEach } from 'vitest'

import { setClock } from '#server/platform/runtime/clock.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { queueQueries } from '#tests/support/database/queueQueries.ts'

/**
 * On PostgreSQL each worker has its own database, so that tests do not wait for each other. It serves
 * all test files of the worker, because each test rolls back.
 */
const worker = globalThis as { apiDatabaseUrl?: string; hasQueuedQueries?: boolean }
if (isOnPostgres) {
  worker.apiDatabaseUrl ??= (await freshDatabase()).url
  process.env.DATABASE_URL = worker.apiDatabaseUrl
}

if (!worker.hasQueuedQueries) queueQueries()
worker.hasQueuedQueries = true

afterEach(() => setClock())

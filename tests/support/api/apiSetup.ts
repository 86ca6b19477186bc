import { afterEach } from 'vitest'

import { setClock } from '#server/platform/runtime/clock.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'

/**
 * On PostgreSQL each worker has its own database, so that tests do not wait for each other. It serves
 * all test files of the worker, because each test rolls back.
 */
const worker = globalThis as { apiDatabaseUrl?: string }
if (isOnPostgres) {
  worker.apiDatabaseUrl ??= (await freshDatabase()).url
  process.env.DATABASE_URL = worker.apiDatabaseUrl
}

afterEach(() => setClock())

import { afterAll } from 'vitest'

import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'

/** On PostgreSQL each test file has its own database, so that files do not wait for each other. */
if (isOnPostgres) {
  const { url, drop } = await freshDatabase()
  process.env.DATABASE_URL = url
  afterAll(drop)
}

import { afterAll } from 'vitest'

import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'

/** On PostgreSQL each file of tests has a database of its own, so that none waits for another. */
if (isOnPostgres) {
  const { url, drop } = await freshDatabase()
  process.env.DATABASE_URL = url
  afterAll(drop)
}

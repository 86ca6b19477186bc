import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { type Database, openConnection } from '#server/database/client/connect.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { test as apiTest, withRollback } from './apiTest.ts'

/** A database with the demo store, filled once per worker and kept until the end of the run. */
const { url } = await freshDatabase()
export const { db: demoDatabase } = openConnection(url)
await seedDemo(demoDatabase)
await saveInitialStoreFacts(demoDatabase, demoFacts)

/** A test in the demo store; its changes are rolled back. */
export const test = apiTest.extend<{ db: Database }>({
  db: async ({}, use) => withRollback(demoDatabase, use),
})

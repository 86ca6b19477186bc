import { test as base } from 'vitest'

import { type App, createApp } from '#server/app/createApp.ts'
import { storeAnswers } from '#server/app/storeAnswers.ts'
import { connect, type Database } from '#server/database/connect.ts'

const db = connect(process.env.DATABASE_URL ?? '')
class Rollback extends Error {}

type Api = { db: Database; api: App }

/** A test with the API inside a transaction: whatever it writes is rolled back. Not for races. */
export const test = base.extend<Api>({
  db: async ({}, use) => {
    const run = db.transaction(async (tx) => {
      await use(tx)
      throw new Rollback()
    })
    await run.catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
  },
  api: async ({ db }, use) => use(createApp({ db, answers: storeAnswers() })),
})

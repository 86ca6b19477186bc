import { test } from 'vitest'

import { openConnection } from '#server/database/client/connect.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { compareWithModel } from '#tests/support/concurrency/compareWithModel.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { portionsOf, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

/** The embedded database is slower, so the full number runs on PostgreSQL only. */
const runs = isOnPostgres ? proofScale.modelRuns : proofScale.modelRuns / 4

/**
 * Each portion commits to its own database. In one long transaction PostgreSQL would plan with the
 * statistics of empty tables.
 */
test.for(portionsOf(runs, 200))(
  'bag, coupon, order and stock match a model, whatever two shoppers do [order.8] [bag.17] [coupon.3] [checkout.3]',
  { timeout: proofTimeoutMs },
  async (portion, { onTestFinished }) => {
    const fresh = await freshDatabase()
    onTestFinished(fresh.drop)
    const { db, close } = openConnection(fresh.url)
    onTestFinished(close)
    await compareWithModel(db, createTestApi(db, createTestDeps()), portion)
  },
)

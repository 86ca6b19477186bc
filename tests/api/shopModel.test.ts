import { test } from '#tests/support/apiTest.ts'
import { followModel } from '#tests/support/followModel.ts'
import { isOnPostgres } from '#tests/support/freshDatabase.ts'
import { portionsOf, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'

/** The embedded database is slower; the whole number runs on PostgreSQL. */
const runs = isOnPostgres ? proofScale.modelRuns : 50

test.for(portionsOf(runs, 200))(
  'bag, coupon, order and stock agree with a model of them, whatever two shoppers do [order.8] [bag.17] [coupon.3] [checkout.3]',
  { timeout: proofTimeoutMs },
  async (portion, { db, api }) => {
    await followModel(db, api, portion)
  },
)

import { test } from '#tests/support/apiTest.ts'
import { followModel } from '#tests/support/followModel.ts'
import { isOnPostgres } from '#tests/support/freshDatabase.ts'

/** The embedded database runs in this very process and is slower; the whole number runs on PostgreSQL. */
const runs = isOnPostgres ? 200 : 50

test('bag, coupon, order and stock agree with a model of them, whatever two shoppers do [order.8] [bag.17] [coupon.3] [checkout.3]', async ({
  db,
  api,
}) => {
  await followModel(db, api, runs)
}, 240_000)

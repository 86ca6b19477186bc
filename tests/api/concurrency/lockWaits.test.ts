import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { stockLevels } from '#server/database/schema/stock.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { withIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { releaseStock, reserveStock } from '#server/commerce/stock.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aUser, onSale } from '#tests/support/shopper/givens.ts'
import { untilBlocked } from '#tests/support/concurrency/interleave.ts'

let fresh: FreshDatabase
let store: Connection
let db: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
  db = store.db
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

describe('a call that waits for a lock', () => {
  test('gets the item that is released meanwhile [order.8]', async () => {
    const productId = await onSale(db, { stock: { M: 1 } })
    const item = { warehouseId: 'indore', productId, size: 'M', quantity: 1 }
    const cause = (reference: string) => ({ reason: 'order', reference }) as const
    await db.transaction((tx) => reserveStock(tx, [item], cause('one')))

    const waiting = await db.transaction(async (tx) => {
      await releaseStock(tx, [item], { reason: 'order_cancelled', reference: 'one' })
      const taking = db.transaction((other) => reserveStock(other, [item], cause('another')))
      await untilBlocked(db, taking)
      return { taking }
    })

    await expect(waiting.taking).resolves.toBeUndefined()
    const { onHand } = stockLevels
    const stockQuery = db.select({ onHand }).from(stockLevels)
    expect(await stockQuery.where(eq(stockLevels.productId, item.productId))).toEqual([
      { onHand: 0 },
    ])
  })
})

test('a refusal under a key used by another body meanwhile returns its own response [checkout.8]', async () => {
  const { userId } = await aUser(db)
  const refusalOf = () => ({ status: 409, body: 'Sold out' })
  const call = { userId, key: 'one-key-for-two', call: 'POST /x', refusalOf }
  const run = () => Promise.resolve('Done')
  let other: unknown

  const refused = await withIdempotencyKey(db, {
    ...call,
    body: 'this',
    prepare: async () => {
      other = await withIdempotencyKey(db, { ...call, body: 'that', run })
      throw new Error('Sold out')
    },
    run,
  })

  expect(refused).toMatchObject({ status: 409, body: 'Sold out' })
  expect(other).toMatchObject({ status: 200, body: 'Done' })
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openConnection } from '#server/database/client/connect.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { startStore } from '#tests/support/server/startStore.ts'

const visitors = 100
/** A read gives up at once when no connection is free; a hanging one after four seconds. */
const soonMs = 3900

test('while hanging reads of visitors hold every connection allowed to them, an order goes through and lists are refused quickly [safe.1] [ops.2]', async ({
  onTestFinished,
}) => {
  const { url, drop } = await freshDatabase()
  const store = await startStore({ DATABASE_URL: url, RATE_LIMITS: 'off', STORE_MODE: 'demo' })
  const { db, close } = openConnection(url)
  onTestFinished(async () => {
    await store.stop()
    await close()
    await drop()
  })
  const api = { request: (path: string, init?: RequestInit) => fetch(store.origin + path, init) }
  const buyer = await createBuyer(db)
  await addToCart(db, buyer.userId, { productId: await onSale(db) })

  await db.transaction(async (tx) => {
    // An order does not need this table: each read of it waits until its lock timeout.
    await tx.execute(sql`lock table reviews in access exclusive mode`)
    const hanging = Array.from({ length: visitors }, (_, nth) =>
      fetch(`${store.origin}/api/products/kurta-${nth}/reviews`),
    )
    await Promise.race(hanging)

    const startedMs = performance.now()
    const refused = await fetch(`${store.origin}/api/products/list?priceMin=500`)
    const refusedMs = performance.now() - startedMs
    const body = orderRequest(buyer, await readCart(api as never, buyer))
    const { status } = await placeOrder(api as never, buyer, { body })

    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(refusedMs).toBeLessThan(soonMs)
    expect(status).toBe(200)
    expect(performance.now() - startedMs).toBeLessThan(soonMs)
    for (const { status } of await Promise.all(hanging)) expect(status).toBe(503)
  })
})

import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { refunds, sandboxObjects } from '#server/database/schema/payments.ts'
import type { Delivery } from '#server/demo/payments/sandboxWebhooks.ts'
import { minuteMs, setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import {
  mapConcurrent,
  type Payer,
  createPayers,
  shuffled,
} from '#tests/support/concurrency/webhookStorm.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import {
  advanceClock,
  webhooksOf,
  sweep,
  deliverWebhook,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { releaseReservation } from '#server/commerce/stock.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const { late: many } = proofScale
const expiredMessage = /expired before your payment arrived. We’ll refund the full amount/

let fresh: FreshDatabase
let store: Connection
let db: Database
let api: App
let productId: string
let late: Payer[]

/** The webhooks of these orders, each twice and in any order. */
async function webhooksOfExpired(): Promise<Delivery[]> {
  const ids = late.map(({ startedPayment }) => startedPayment.paymentOrder.razorpayOrderId)
  const webhooks = (await webhooksOf(db)).filter(({ body }) => ids.some((id) => body.includes(id)))
  return shuffled([...webhooks, ...webhooks])
}

const deliverAll = async () =>
  mapConcurrent(await webhooksOfExpired(), 20, (one) => deliverWebhook(api, one))
const verifyAll = () =>
  mapConcurrent(late, 20, ({ buyer, signedPayment }) => verify(api, buyer, signedPayment))
const sweepAll = () => Promise.all([sweep(db), sweep(db)])

describe(`${many} orders paid after their items were sold to others, reported`, () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
    api = createTestApi(db, createTestDeps())
    await createBuyer(db)
  })
  afterEach(() => setClock())
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  const ways: [string, () => Promise<unknown>][] = [
    ['by the webhook', deliverAll],
    ['by the page', verifyAll],
    ['by the sweep alone', sweepAll],
    ['from everywhere at once', () => Promise.all([deliverAll(), verifyAll(), sweepAll()])],
  ]

  test.for(ways)(
    '%s: each is refunded once [checkout.10] [order.11] [safe.1]',
    { timeout: proofTimeoutMs },
    async ([, report]) => {
      productId = await onSale(db, { stock: { M: many } })
      late = await createPayers(db, api, { count: many, productId })
      const ids = late.map(({ startedPayment }) => startedPayment.order._id)
      for (const id of ids) await db.transaction((tx) => releaseReservation(tx, id))
      await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, productId))
      advanceClock(16 * minuteMs)

      await report()

      const isOfThese = inArray(refunds.orderId, ids)
      expect(await db.$count(refunds, isOfThese)).toBe(many)
      // Repeated webhooks change nothing later, and the sweeps send the refunds that are due.
      const again = await verifyAll()
      await deliverAll()
      for (let round = 0; round < many / 10; round++) await sweepAll()

      expect(
        again.every(({ status, response }) => status === 409 && expiredMessage.test(response.msg)),
      ).toBe(true)
      const back = await db.select().from(refunds).where(isOfThese)
      expect(new Set(back.map(({ orderId }) => orderId)).size).toBe(many)
      const kinds = back.map(
        ({ reason, amountPaise, status }) => `${reason} ${amountPaise} ${status}`,
      )
      expect(kinds).toEqual(Array<string>(many).fill('late_payment 99900 processed'))
      const paidBack = await db
        .select()
        .from(sandboxObjects)
        .where(eq(sandboxObjects.kind, 'refund'))
      const keys = new Set(back.map(({ id }) => id))
      expect(paidBack.filter(({ body }) => keys.has(String(body.receipt)))).toHaveLength(many)
      const isCancelled = and(inArray(orders.id, ids), eq(orders.status, 'Cancelled'))
      expect(await db.$count(orders, isCancelled)).toBe(many)
      const [stockRow] = await db
        .select()
        .from(stockLevels)
        .where(eq(stockLevels.productId, productId))
      expect(stockRow?.onHand).toBe(0)
    },
  )
})

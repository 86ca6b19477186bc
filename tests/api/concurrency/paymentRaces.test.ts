import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import * as rules from '#contract/rules.ts'
import type { App } from '#server/app/api/createApp.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import {
  payments,
  refunds,
  webhookEvents,
  sandboxObjects,
} from '#server/database/schema/payments.ts'
import { updateObject } from '#server/demo/payments/sandboxStore.ts'
import { clock, minuteMs, setClock } from '#server/platform/runtime/clock.ts'
import { releaseReservation } from '#server/commerce/stock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import {
  mapConcurrent,
  createPayers,
  deliverWebhookStorm,
} from '#tests/support/concurrency/webhookStorm.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { addToCart, onSale, stockOf as readStock } from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  captureAgain,
  webhooksOf,
  sweep,
  deliverWebhook,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const { payments: many } = proofScale

let fresh: FreshDatabase
let store: Connection
let db: Database
let api: App

const stockOf = (productId: string) => readStock(db, productId)

const advanceClock = (ms: number) => {
  const time = clock.later(ms)
  setClock(() => time)
}

describe('payments reported concurrently by all sources', () => {
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

  test(
    `${many} orders, each reported six times, partly forged: one effect each [checkout.10] [safe.4]`,
    async () => {
      const productId = await onSale(db, { stock: { M: many + 5 } })
      const paid = await createPayers(db, api, { count: many, productId })
      const startedAt = Date.now()

      const tally = await deliverWebhookStorm(db, api, paid)

      const seconds = (Date.now() - startedAt) / 1000
      process.stdout.write(`${many} orders settled in ${seconds.toFixed(1)} s\n`)
      const forged = Math.ceil((many * 5) / 10)
      expect(tally).toEqual({
        'signed 200': many * 5,
        'forged 400': forged,
        'verified 200': many,
      })
      expect(await db.$count(orders, eq(orders.checkoutStatus, 'completed'))).toBe(many)
      expect(await db.$count(payments, eq(payments.status, 'captured'))).toBe(many)
      expect(await db.$count(refunds)).toBe(0)
      expect(await db.$count(webhookEvents)).toBe(many * 2)
      expect(await stockOf(productId)).toEqual({ M: 5 })
    },
    proofTimeoutMs,
  )

  test('after ten minutes without webhooks all are settled within two minutes [checkout.10]', async () => {
    const productId = await onSale(db, { stock: { M: 30 } })
    const paid = await createPayers(db, api, { count: 30, productId })
    const before = await db.$count(orders, eq(orders.checkoutStatus, 'completed'))
    advanceClock(10 * minuteMs)

    // Six runs are two minutes of the sweep in two processes.
    for (let round = 0; round < 6; round++) await Promise.all([sweep(db), sweep(db)])

    expect(await db.$count(orders, eq(orders.checkoutStatus, 'completed'))).toBe(
      before + paid.length,
    )
    expect(await db.$count(refunds)).toBe(0)
  }, 120_000)

  test('ten late payments for three items: three orders, seven refunds, once [checkout.10] [order.8]', async () => {
    const productId = await onSale(db, { stock: { M: 10 } })
    const paid = await createPayers(db, api, { count: 10, productId })
    const webhooks = (await webhooksOf(db)).slice(-20)
    await Promise.all(paid.map(({ startedPayment }) => expire(startedPayment.order._id)))
    await claimAllExcept(productId, 3)

    const responses = await Promise.all([
      ...paid.map(
        async ({ buyer, signedPayment }) => (await verify(api, buyer, signedPayment)).status,
      ),
      ...webhooks.map((webhook) => deliverWebhook(api, webhook).then(() => 0)),
    ])
    await sweep(db)
    await sweep(db)

    expect(responses.filter((status) => status === 200)).toHaveLength(3)
    expect(responses.filter((status) => status === 409)).toHaveLength(7)
    expect(await stockOf(productId)).toEqual({ M: 0 })
    const back = await db.select().from(refunds)
    expect(back).toHaveLength(7)
    expect(
      back.every(({ status, amountPaise }) => status === 'processed' && amountPaise === 999_00),
    ).toBe(true)
  }, 60_000)

  test('a payment at the moment of expiry: an order or a refund, never both [checkout.10]', async () => {
    const productId = await onSale(db, { stock: { M: 20 } })
    const paid = await createPayers(db, api, { count: 20, productId })
    advanceClock(16 * minuteMs)

    await Promise.all([
      sweep(db),
      sweep(db),
      mapConcurrent(paid, 8, ({ buyer, signedPayment }) => verify(api, buyer, signedPayment)),
    ])

    for (const { startedPayment } of paid) {
      const [order] = await db.select().from(orders).where(eq(orders.id, startedPayment.order._id))
      expect(order).toMatchObject({ checkoutStatus: 'completed', status: 'Accepted' })
    }
    expect(await stockOf(productId)).toEqual({ M: 0 })
  }, 60_000)

  test('ten duplicate and ten wrong payments, reported by all sources: each is refunded once [checkout.10] [safe.4]', async () => {
    const productId = await onSale(db, { stock: { M: 20 } })
    const paid = await createPayers(db, api, { count: 20, productId })
    const ofOrders = paid.map(({ startedPayment }) => startedPayment.order._id)
    const [twice, wrong] = [paid.slice(0, 10), paid.slice(10)]
    for (const { signedPayment } of wrong) {
      await updateObject(db, signedPayment.razorpay_payment_id ?? '', { amount: 5_00 })
    }
    await mapConcurrent(twice, 5, ({ buyer, signedPayment }) => verify(api, buyer, signedPayment))
    for (const { signedPayment } of twice)
      await captureAgain(db, signedPayment.razorpay_payment_id ?? '')
    advanceClock(rules.payment.duplicateCheckMs + 1000)

    const refunded = () => db.$count(refunds, inArray(refunds.orderId, ofOrders))
    // A sweep queries this many orders; those of earlier tests come first.
    for (let round = 0; round < 3 || (round < 500 && (await refunded()) < 20); round++) {
      await Promise.all([
        sweep(db),
        sweep(db),
        mapConcurrent(paid, 8, ({ buyer, signedPayment }) => verify(api, buyer, signedPayment)),
      ])
    }

    const back = await db.select().from(refunds).where(inArray(refunds.orderId, ofOrders))
    const kinds = back.map(({ reason, amountPaise, status }) =>
      [reason, amountPaise, status].join(),
    )
    expect(kinds.sort()).toEqual([
      ...Array<string>(10).fill('paid_twice,99900,processed'),
      ...Array<string>(10).fill('wrong_amount,500,processed'),
    ])
    const providerRefunds = await db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.kind, 'refund'))
    const keys = back.map(({ id }) => id)
    expect(providerRefunds.filter(({ body }) => keys.includes(String(body.receipt)))).toHaveLength(
      20,
    )
    expect(await stockOf(productId)).toEqual({ M: 10 })
  }, 120_000)

  test('one bag paid online in ten windows is one order [checkout.8]', async () => {
    const productId = await onSale(db, { stock: { M: 9 } })
    const buyer = await createBuyer(db)
    await addToCart(db, buyer.userId, { productId })

    const responses = await Promise.all(Array.from({ length: 10 }, () => startPayment(api, buyer)))

    const made = responses.map(({ response }) => JSON.stringify(response.result))
    expect(new Set(made).size).toBe(1)
    expect(await stockOf(productId)).toEqual({ M: 8 })
  }, 60_000)
})

/** Ends the reservation of an unpaid order. */
async function expire(orderId: string) {
  await db.transaction((tx) => releaseReservation(tx, orderId))
}

async function claimAllExcept(productId: string, left: number) {
  await db.update(stockLevels).set({ onHand: left }).where(eq(stockLevels.productId, productId))
}

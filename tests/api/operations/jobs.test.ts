import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { productPopularity } from '#server/database/schema/catalogue.ts'
import { orders } from '#server/database/schema/orders.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import { rateLimits, jobs } from '#server/database/schema/operations.ts'
import { apiKeys, staffHistory, staffSessions } from '#server/database/schema/staff.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { countPopularity } from '#server/jobs/popularity.ts'
import { startPushes } from '#server/jobs/sendPushes.ts'
import { startCleanup } from '#server/jobs/maintenance.ts'
import { startPaymentSweep } from '#server/features/payments/reconcilePayments.ts'
import { startProductAlerts } from '#server/jobs/productAlerts.ts'
import { requireStaff } from '#server/platform/http/staffSessions.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { clock, dayMs, setClock } from '#server/platform/runtime/clock.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { test } from '#tests/support/api/tests/notificationTest.ts'
import {
  advanceClock,
  startedPaymentOf,
  startPayment,
  test as paymentTest,
} from '#tests/support/api/tests/paymentTest.ts'
import { aKey, aPerson } from '#tests/support/api/tests/staffTest.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'

/** The first run of a job, which stopping waits for. */
const firstRound = (stop: () => Promise<void>) => stop()

describe('once the store has started', () => {
  test('all due pushes are sent in one run, however many [pwa.9] [ops.2]', async ({
    db,
    me,
    subscribe,
  }) => {
    await subscribe()
    const [browser] = await db.select().from(pushSubscriptions)
    const text = { title: 'Back in stock', body: 'Blue kurta', path: '/', tag: 't' }
    const payload = { subscriptionId: browser?.id, userId: me.userId, topic: 'restock', text }
    const many = Array.from({ length: 45 }, () => ({ kind: 'push', runAt: clock.now(), payload }))
    await db.insert(jobs).values(many)
    let sent = 0
    const sendPush = async () => {
      sent++
      return { status: 201 }
    }

    await firstRound(startPushes(db, { sendPush, publicOrigin: 'https://shop.example' }))

    expect(sent).toBe(45)
  })

  test('everybody waiting for a restocked size is notified in one run [pwa.14] [ops.2]', async ({
    db,
    me,
    subscribe,
  }) => {
    await subscribe()
    const sizes = Array.from({ length: 205 }, (_, nth) => `size ${nth}`)
    const stock = Object.fromEntries(sizes.map((size) => [size, 1]))
    const productId = await onSale(db, { stock })
    const alert = { userId: me.userId, productId, kind: 'restock', pricePaise: 999_00 } as const
    await db.insert(productAlerts).values(sizes.map((size) => ({ ...alert, size })))

    await firstRound(startProductAlerts(db))

    expect(await db.$count(jobs)).toBe(205)
  })

  test('suggestions come from memory [search.1]', async ({ db }) => {
    const id = await onSale(db, { name: 'Zardozi angrakha' })
    const index = createCatalogueIndex()

    await firstRound(repeat(5000, () => index.refresh(db)))

    expect(index.snapshot()?.ids).toEqual([id])
  })

  test('expired data is deleted [law.1]', async ({ db }) => {
    const resetsAt = clock.later(-1000)
    await db.insert(rateLimits).values({ bucket: 'b', count: 1, resetsAt })

    await firstRound(startCleanup(db))

    expect(await db.$count(rateLimits)).toBe(0)
  })

  test('ended staff sessions and unused expired keys are deleted [law.1] [staff.2]', async ({
    db,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    const { id, token } = await aPerson(db, 'owner')
    const [unused, used] = [await aKey(db, 'manager'), await aKey(db, 'manager')]
    const change = { subject: 'order', subjectId: 'x', name: 'PEH-X', action: 'cancelled' } as const
    await db.insert(staffHistory).values({ ...change, by: 'Stock system', keyId: used.id })
    advanceClock(13 * dayMs)
    await firstRound(startCleanup(db))
    expect(await requireStaff(db, token)).toMatchObject({ id })
    expect(await db.$count(apiKeys)).toBe(2)

    advanceClock(32 * dayMs)
    await firstRound(startCleanup(db))

    expect(await db.$count(staffSessions)).toBe(0)
    expect(await db.select().from(apiKeys)).toMatchObject([{ id: used.id }])
    expect(unused.id).not.toBe(used.id)
  })

  paymentTest(
    'an unpaid order releases its items [order.8]',
    async ({ db, startedPayment, checkoutStatusOf, onTestFinished }) => {
      onTestFinished(() => setClock())
      advanceClock(16 * 60_000)

      await firstRound(startPaymentSweep(db, testSandbox(db).provider))

      expect(await checkoutStatusOf(startedPayment.order._id)).toBe('expired')
    },
  )
})

describe('the popularity of a product', () => {
  const scoreOf = async (db: Database, productId: string) => {
    await countPopularity(db)
    const [row] = await db
      .select()
      .from(productPopularity)
      .where(eq(productPopularity.productId, productId))
    return row?.score
  }

  paymentTest(
    'counts an ordered item more than one in a bag, half as much after two weeks, and not once it is cancelled [list.3]',
    async ({ api, db, me, kurta, onTestFinished }) => {
      onTestFinished(() => setClock())
      await addToCart(db, me.userId, { productId: kurta, quantity: 2 })
      const { order } = startedPaymentOf(await startPayment(api, me))
      const ofOrder = eq(orders.id, order._id)
      expect(await scoreOf(db, kurta)).toBe(3)

      await db.update(orders).set({ checkoutStatus: 'completed' }).where(ofOrder)
      await db.delete(cartLines)
      expect(await scoreOf(db, kurta)).toBeCloseTo(20, 1)
      advanceClock(14 * dayMs)
      expect(await scoreOf(db, kurta)).toBeCloseTo(10, 1)
      await db.update(orders).set({ status: 'Cancelled' }).where(ofOrder)
      expect(await scoreOf(db, kurta)).toBe(0)
      await db.update(orders).set({ status: 'Delivered' }).where(ofOrder)
      expect(await scoreOf(db, kurta)).toBeCloseTo(10, 1)
      advanceClock(77 * dayMs)
      expect(await scoreOf(db, kurta)).toBe(0)
    },
  )
})

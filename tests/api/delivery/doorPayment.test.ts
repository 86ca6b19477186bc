import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { MoveOrder, StaffOrder } from '#contract/staff/board.ts'
import type { DoorPayment } from '#contract/staff/riders.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, refunds, sandboxObjects } from '#server/database/schema/payments.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  advanceClock,
  deliverWebhook,
  sweep,
  webhooksOf,
} from '#tests/support/api/tests/paymentTest.ts'
import {
  type Answer,
  aRider,
  staffCalls,
  test as staffTest,
} from '#tests/support/api/tests/staffTest.ts'

type DoorFixture = {
  /** The rider of the order, who is on the way with it. */
  rider: Awaited<ReturnType<typeof aRider>>
  open: () => Promise<Answer<DoorPayment>>
  read: () => Promise<DoorPayment>
  /** The customer scans the code and pays. */
  pay: (url: string | null) => Promise<void>
  deliver: (collectedPaise?: number) => Promise<Answer<StaffOrder>>
}

const test = staffTest.extend<DoorFixture>({
  rider: async ({ api, db, number, owner }, use) => {
    const rider = await aRider(db, { name: 'Ravi Rao' })
    const path = `/orders/${number}/move`
    await owner('POST', path, { move: 'markReady', from: 'new' })
    await owner('POST', path, { move: 'handOver', from: 'ready', riderId: rider.agentId })
    await staffCalls(api, rider.token)('POST', path, { move: 'startDelivery', from: 'withRider' })
    await use(rider)
  },
  open: async ({ api, number, rider }, use) =>
    use(() => staffCalls(api, rider.token)('POST', `/orders/${number}/door-payment`, {})),
  read: async ({ api, number, rider }, use) =>
    use(async () => {
      const call = staffCalls(api, rider.token)
      return (await call<DoorPayment>('GET', `/orders/${number}/door-payment`)).body.result
    }),
  pay: async ({ api }, use) =>
    use(async (url) => {
      await api.request(new URL(url ?? '').pathname, { method: 'POST' })
    }),
  deliver: async ({ api, number, rider }, use) =>
    use((collectedPaise) => {
      const body: MoveOrder = { move: 'deliver', from: 'onTheWay', collectedPaise }
      return staffCalls(api, rider.token)('POST', `/orders/${number}/move`, body)
    }),
})

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

describe('UPI at the door', () => {
  test('is the amount of the order, is followed until it is paid, and leaves nothing to collect [rider.4]', async ({
    db,
    deps,
    orderId,
    open,
    read,
    pay,
    deliver,
  }) => {
    const { status, body } = await open()
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      ...{ state: 'waiting', amountPaise: 999_00 },
      url: expect.stringMatching(/\/sandbox\/pay\/plink_/),
    })
    // The customer stands there; a text message is not needed.
    expect(deps.sent).toEqual([])
    expect((await open()).body.result.url).toBe(body.result.url)
    expect((await read()).state).toBe('waiting')

    await pay(body.result.url)
    setClock(() => new Date('2026-11-27T12:01:00+05:30'))

    expect(await read()).toEqual({ state: 'paid', amountPaise: 999_00, url: null })
    expect(await deliver(999_00)).toMatchObject({
      status: 409,
      body: { msg: 'This order is paid already. Give the cash back, then deliver it.' },
    })
    expect((await deliver()).status).toBe(200)
    const rows = await db.select().from(payments).where(eq(payments.orderId, orderId))
    expect(rows.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      ...['link captured', 'on_delivery cancelled'],
    ])
    expect((await open()).status).toBe(409)
  })

  test('is closed with the provider when cash is taken, and a payment that was faster is refunded [rider.4]', async ({
    api,
    db,
    orderId,
    open,
    pay,
    deliver,
  }) => {
    const { url } = (await open()).body.result
    await pay(url)
    expect((await deliver(999_00)).status).toBe(200)

    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)
    advanceClock(60_000)
    await sweep(db)

    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(order).toMatchObject({ status: 'Delivered', paymentStatus: 'paid' })
    const refunded = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(refunded).toMatchObject([{ reason: 'paid_twice', amountPaise: 999_00 }])
  })

  test('of which nothing is due any more is closed, and was not paid [rider.4]', async ({
    number,
    owner,
    open,
    read,
  }) => {
    await open()
    const body = { move: 'refuse', from: 'onTheWay', reason: 'Came too late' }
    expect((await owner('POST', `/orders/${number}/move`, body)).status).toBe(200)

    expect(await read()).toEqual({ state: 'closed', amountPaise: 0, url: null })
  })

  test('that was paid before its order was refused does not count as paid any more [rider.4]', async ({
    number,
    owner,
    open,
    read,
    pay,
  }) => {
    await pay((await open()).body.result.url)
    setClock(() => new Date('2026-11-27T12:01:00+05:30'))
    expect((await read()).state).toBe('paid')
    const body = { move: 'refuse', from: 'onTheWay', reason: 'Came too late' }
    expect((await owner('POST', `/orders/${number}/move`, body)).status).toBe(200)

    expect(await read()).toEqual({ state: 'closed', amountPaise: 0, url: null })
  })

  test('that nobody paid is closed when cash is taken: its code can no longer be paid [rider.4]', async ({
    db,
    orderId,
    open,
    pay,
    deliver,
  }) => {
    const { url } = (await open()).body.result
    expect((await deliver(999_00)).status).toBe(200)
    await sweep(db)

    await pay(url)

    const links = await db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.kind, 'payment_link'))
    expect(links).toMatchObject([{ body: { status: 'cancelled' } }])
    expect(await db.select().from(refunds).where(eq(refunds.orderId, orderId))).toEqual([])
  })

  test('is for the rider who is at the door with an unpaid order [rider.4] [staff.3]', async ({
    api,
    db,
    number,
    owner,
    open,
  }) => {
    const other = await aRider(db, { name: 'Anil Verma' })
    const asOther = staffCalls(api, other.token)
    expect((await asOther('POST', `/orders/${number}/door-payment`, {})).status).toBe(404)
    expect((await asOther('GET', `/orders/${number}/door-payment`)).status).toBe(404)
    expect((await owner('POST', `/orders/${number}/door-payment`, {})).status).toBe(403)
    await db.update(orders).set({ status: 'Shipped' }).where(eq(orders.orderNumber, number))

    expect(await open()).toMatchObject({
      status: 409,
      body: { msg: `Order ${number} is with the rider, so it can’t be paid at the door` },
    })
  })
})

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { BoardOrder } from '#contract/staff/board.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import { idempotencyKeys, jobs } from '#server/database/schema/operations.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { users } from '#server/database/schema/users.ts'
import { eraseUser } from '#server/features/account/personalData.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import {
  deliverWebhook,
  startPayment,
  sweep,
  webhooksOf,
} from '#tests/support/api/tests/paymentTest.ts'
import { test } from '#tests/support/api/tests/phoneOrderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson } from '#tests/support/api/tests/staffTest.ts'
import { addToCart, aPhone, stockOf } from '#tests/support/shopper/givens.ts'

const noon = new Date('2026-11-27T12:00:00+05:30')
const minuteMs = 60_000

/** Moves the store's clock forward. */
function pass(minutes: number) {
  const at = clock.later(minutes * minuteMs)
  setClock(() => at)
}

beforeEach(() => setClock(() => noon))
afterEach(() => setClock())

describe('an order on the phone that is paid by a link', () => {
  test('waits for its payment with its items held, and is then placed and promised [board.7]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    orderOf,
    kurta,
    phone,
    linkOrders,
    support,
  }) => {
    const { result } = (await place(aRequest({ paymentMethod: 'link' }))).body
    expect(result).toMatchObject({ heldUntil: '2026-11-27T07:00:00.000Z', promisedBy: null })
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
    expect(deps.sent).toMatchObject([
      { to: phone, text: expect.stringContaining(`order ${result.number}`) },
    ])
    expect((await support<{ data: BoardOrder[] }>('GET', '/orders')).body.result.data).toEqual([])
    expect(await linkOrders()).toMatchObject([{ number: result.number, state: 'waiting' }])

    pass(20)
    await api.request(new URL(deps.sent[0]?.link ?? '').pathname, { method: 'POST' })
    await sweep(db)

    const order = await orderOf(result.number)
    expect(order).toMatchObject({
      ...{ checkoutStatus: 'completed', paymentStatus: 'paid', paymentMethod: 'UPI' },
    })
    // The promise begins with the payment: by 1:20 pm, and not by 1 pm.
    expect(order.promisedBy?.toISOString()).toBe('2026-11-27T07:50:00.000Z')
    // A later link, for a difference that is paid at the door, does not list it twice.
    const later = { provider: 'sandbox', kind: 'link', status: 'created' } as const
    await db
      .insert(payments)
      .values({ ...later, orderId: order.id, amountPaise: 150_00, createdAt: clock.later(1) })
    expect(await linkOrders()).toMatchObject([{ number: result.number, state: 'paid' }])
    const sms = await db.select().from(jobs).where(eq(jobs.kind, 'sms'))
    expect(sms.map(({ payload }) => payload)).toMatchObject([
      { text: 'We’ve placed your order. It arrives by 1:20 pm. Track it here:' },
    ])
  })

  test('is placed at once when the provider reports the payment, however often it does [board.7]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    orderOf,
    kurta,
  }) => {
    const { number } = (await place(aRequest({ paymentMethod: 'link' }))).body.result
    await api.request(new URL(deps.sent[0]?.link ?? '').pathname, { method: 'POST' })
    for (const webhook of [...(await webhooksOf(db)), ...(await webhooksOf(db))])
      expect(await deliverWebhook(api, webhook)).toBe(200)

    const { id, ...order } = await orderOf(number)
    expect(order).toMatchObject({ checkoutStatus: 'completed', paymentStatus: 'paid' })
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
    expect(await db.$count(refunds, eq(refunds.orderId, id))).toBe(0)
  })

  test('releases its items and closes the link when nobody pays in time [board.7]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    orderOf,
    kurta,
    linkOrders,
  }) => {
    const { result } = (await place(aRequest({ paymentMethod: 'link' }))).body
    pass(29)
    await sweep(db)
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
    pass(2)
    await sweep(db)

    expect(await stockOf(db, kurta)).toMatchObject({ M: 5 })
    expect(await orderOf(result.number)).toMatchObject({ checkoutStatus: 'expired' })
    expect(await linkOrders()).toMatchObject([{ state: 'expired', heldUntil: null }])
    const link = new URL(deps.sent[0]?.link ?? '').pathname
    expect(await (await api.request(link)).text()).toContain('This link has expired')
    const [payment] = await db.select().from(payments)
    expect(payment).toMatchObject({ kind: 'link', status: 'cancelled', linkUrl: null })
  })

  test('that is paid in the last moment is placed if its items are there, else refunded [board.7]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    orderOf,
    kurta,
  }) => {
    const { result } = (await place(aRequest({ paymentMethod: 'link' }))).body
    // Paid, but nobody has told the store before it released the items and somebody else bought them.
    await api.request(new URL(deps.sent[0]?.link ?? '').pathname, { method: 'POST' })
    const { id } = await orderOf(result.number)
    await db
      .update(orders)
      .set({ checkoutStatus: 'expired', holdUntil: null })
      .where(eq(orders.id, id))
    await db.update(payments).set({ status: 'created' }).where(eq(payments.orderId, id))
    const customer = { contactNumber: aPhone(), firstName: 'Ravi', lastName: undefined }
    const other = aRequest({ customer, items: [{ productId: kurta, size: 'M', quantity: 4 }] })
    expect((await place({ ...other, totalPaise: 4 * 999_00 })).status).toBe(200)
    pass(2)
    await sweep(db)

    expect(await orderOf(result.number)).toMatchObject({
      ...{ status: 'Cancelled', unplacedReason: 'late_payment' },
    })
    expect(await db.select().from(refunds).where(eq(refunds.orderId, id))).toMatchObject([
      { amountPaise: 999_00, reason: 'late_payment' },
    ])
  })

  test('replaces one of the same items, whose payment is then refunded [board.7]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    orderOf,
    kurta,
  }) => {
    const first = (await place(aRequest({ paymentMethod: 'link' }))).body.result
    const second = (await place(aRequest({ paymentMethod: 'link' }))).body.result
    expect(second.number).not.toBe(first.number)
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
    expect(await orderOf(first.number)).toMatchObject({ checkoutStatus: 'expired' })

    const [firstLink, secondLink] = deps.sent.map(({ link }) => new URL(link ?? '').pathname)
    await api.request(secondLink ?? '', { method: 'POST' })
    pass(2)
    await sweep(db)
    expect(await orderOf(second.number)).toMatchObject({ paymentStatus: 'paid' })
    expect(await (await api.request(firstLink ?? '')).text()).toContain('This link has expired')
  })

  test('takes the place of the customer’s own checkout that was not paid, and not of their bag [board.7]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    orderOf,
    kurta,
  }) => {
    const buyer = await createBuyer(db)
    await addToCart(db, buyer.userId, { productId: kurta })
    const started = await startPayment(api, buyer)
    const { order } = started.response.result as { order: { orderID: string } }
    const [user] = await db.select().from(users).where(eq(users.id, buyer.userId))
    const customer = { contactNumber: user?.contactNumber ?? '' }
    const { addressId } = buyer
    const request = aRequest({ addressId, address: undefined, paymentMethod: 'link' })

    const { result } = (
      await place({
        ...request,
        customer: { ...customer, firstName: undefined, lastName: undefined },
      })
    ).body

    const replaced = await orderOf(order.orderID)
    expect(replaced.replacedById).toBe((await orderOf(result.number)).id)
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
    // Also when it is paid.
    await api.request(new URL(deps.sent.at(-1)?.link ?? '').pathname, { method: 'POST' })
    pass(2)
    await sweep(db)
    expect(await orderOf(result.number)).toMatchObject({ paymentStatus: 'paid' })
    expect(await db.$count(cartLines, eq(cartLines.userId, buyer.userId))).toBe(1)
  })

  test('is sent again after a minute, and closed by hand [board.7]', async ({
    db,
    deps,
    aRequest,
    place,
    support,
    kurta,
  }) => {
    const { number } = (await place(aRequest({ paymentMethod: 'link' }))).body.result
    const tooSoon = await support('POST', `/phone-orders/${number}/link`)
    expect(tooSoon).toMatchObject({
      status: 409,
      body: { msg: expect.stringMatching(/60 seconds/) },
    })
    pass(1)
    expect((await support('POST', `/phone-orders/${number}/link`)).status).toBe(200)
    expect(deps.sent.map(({ link }) => link)).toEqual([deps.sent[0]?.link, deps.sent[0]?.link])

    const released = await support('POST', `/phone-orders/${number}/release`)

    expect(released).toMatchObject({ status: 200, body: { result: { state: 'expired' } } })
    expect(await stockOf(db, kurta)).toMatchObject({ M: 5 })
    const again = await support('POST', `/phone-orders/${number}/release`)
    expect(again).toMatchObject({
      status: 409,
      body: { msg: expect.stringMatching(/no longer valid/) },
    })
    const done = await db.select().from(staffHistory).where(eq(staffHistory.name, number))
    expect(done.map(({ action }) => action)).toEqual([
      'placed the order for the customer',
      'sent the link to pay again',
      'closed the link to pay and released the items',
    ])
  })

  test('whose link could not be sent is kept, and the link follows [board.7]', async ({
    db,
    aRequest,
    place,
    linkOrders,
  }) => {
    const { result } = (await place(aRequest({ paymentMethod: 'link' }))).body
    // As if the provider had not answered when the order was placed.
    await db.update(payments).set({ providerOrderId: null, linkUrl: null, linkSentAt: null })
    pass(2)
    expect(await linkOrders()).toMatchObject([{ number: result.number, linkSentAt: null }])

    await sweep(db)

    expect(await linkOrders()).toMatchObject([{ linkSentAt: clock.now().toISOString() }])
  })
})

test('what was answered about a link goes with the account [board.7] [law.1]', async ({
  db,
  api,
  aRequest,
  place,
  orderOf,
  phone,
}) => {
  const { number } = (await place(aRequest({ paymentMethod: 'link' }))).body.result
  const { token } = await aPerson(db, 'owner')
  const request = withToken(token, 'POST')
  const headers = { ...request.headers, 'Idempotency-Key': 'close-the-link' }
  await api.request(`/api/staff/phone-orders/${number}/release`, { ...request, headers })
  const answers = async () => JSON.stringify(await db.select().from(idempotencyKeys))
  expect(await answers()).toContain('Kavita')

  await eraseUser(db, (await orderOf(number)).userId)

  for (const trace of ['Kavita', phone]) expect(await answers()).not.toContain(trace)
})

import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { invoices, orderLines, orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { advanceNextReturn } from '#server/demo/courier.ts'
import { payOutCash, readDueCashRefunds } from '#server/features/payments/sendRefunds.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/tests/deliveredTest.ts'
import { aUser, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

const returnOf = ({ orderId, lineId }: { orderId: string; lineId: string }) => ({
  orderId,
  returnData: [{ orderItemId: lineId, returnReason: 'Quality issue', returnPhotos: [] }],
  action: 'returnProduct',
})
const withdrawalOf = ({ orderId, lineId }: { orderId: string; lineId: string }) => ({
  orderId,
  orderItemId: lineId,
})
const exchangeOf = (
  { orderId, lineId }: { orderId: string; lineId: string },
  exchangeProductId: string,
  size = 'L',
) => ({
  orderId,
  orderItemIdToExchange: lineId,
  exchangeProductId,
  size,
  exchangeReason: 'Size issue',
})

describe('PATCH /orders/return', () => {
  test('restocks and refunds the item once [order.5] [order.7] [order.11]', async ({
    db,
    delivered,
    order,
    readStock,
    send,
    moveTo,
  }) => {
    expect((await send('PATCH', 'orders/return', returnOf(delivered))).status).toBe(200)
    const returnDetails = { returnReason: 'Quality issue', returnPhotos: [] }
    expect(await order()).toMatchObject({
      orderStatus: 'Return Requested',
      products: [{ returnDetails }],
    })
    expect((await send('PATCH', 'orders/return', returnOf(delivered))).status).toBe(409)
    expect(await readStock()).toMatchObject({ M: 4 })

    await moveTo('Return Accepted')
    await moveTo('Returned')

    await expect(moveTo('Returned')).rejects.toThrow('This item is already returned')
    expect(await readStock()).toMatchObject({ M: 5 })
    expect(await order()).toMatchObject({
      orderStatus: 'Returned',
      refund: { amount: 999_00, status: 'pending' },
    })
    const dueRefunds = await db.select().from(refunds).where(eq(refunds.orderId, delivered.orderId))
    expect(dueRefunds.map(({ amountPaise }) => amountPaise)).toEqual([999_00])
    const [cash] = await readDueCashRefunds(db)
    expect(cash).toMatchObject({ amountPaise: 999_00, orderId: delivered.orderId })
    expect(await payOutCash(db, cash?.id ?? '')).toBe(true)
    expect(await payOutCash(db, cash?.id ?? '')).toBe(false)
    expect(await order()).toMatchObject({ refund: { status: 'processed' } })
    const paidOut = await db.select().from(refunds).where(eq(refunds.orderId, delivered.orderId))
    expect(paidOut).toMatchObject([{ status: 'processed', settledAt: expect.any(Date) }])
    const documents = await db
      .select()
      .from(invoices)
      .where(eq(invoices.orderId, delivered.orderId))
    expect(documents.map(({ kind }) => kind).sort()).toEqual(['credit_note', 'invoice'])
  })

  test('can be withdrawn until the pickup: the item is kept, nothing is refunded [order.5] [order.7]', async ({
    db,
    delivered,
    order,
    readStock,
    send,
    moveTo,
  }) => {
    const withdraw = () => send('PATCH', 'orders/withdraw-return', withdrawalOf(delivered))
    expect((await withdraw()).status).toBe(409)
    await send('PATCH', 'orders/return', returnOf(delivered))

    expect((await withdraw()).status).toBe(200)

    expect((await withdraw()).status).toBe(409)
    expect(await order()).toMatchObject({
      products: [{ status: 'Return Cancelled', isWithdrawn: true, refusalReason: null }],
    })
    expect(await readStock()).toMatchObject({ M: 4 })
    expect(await db.select().from(refunds)).toEqual([])
    await expect(moveTo('Return Accepted')).rejects.toThrow()
  })

  test('cannot be withdrawn after the pickup [order.7]', async ({ delivered, send, moveTo }) => {
    await send('PATCH', 'orders/return', returnOf(delivered))
    await moveTo('Return Accepted')

    expect(await send('PATCH', 'orders/withdraw-return', withdrawalOf(delivered))).toMatchObject({
      status: 409,
      response: { msg: 'There is no return or exchange left to withdraw' },
    })
  })

  test('an exchange that is withdrawn gives the reserved size back [order.7] [order.8]', async ({
    delivered,
    order,
    kurta,
    readStock,
    send,
  }) => {
    const before = await readStock()
    await send('PATCH', 'orders/exchange', exchangeOf(delivered, kurta))
    expect((await readStock()).L).toBe(before.L! - 1)

    expect((await send('PATCH', 'orders/withdraw-return', withdrawalOf(delivered))).status).toBe(
      200,
    )

    expect(await readStock()).toEqual(before)
    expect(await order()).toMatchObject({ products: [{ status: 'Exchange Cancelled' }] })
  })

  test('is refused a day after delivery, by the clock of the store [order.4]', async ({
    delivered,
    order,
    send,
  }) => {
    const late = clock.later(24 * 60 * 60 * 1000 + 1000)
    setClock(() => late)

    const { status, response } = await send('PATCH', 'orders/return', returnOf(delivered))

    expect({ status, response }).toMatchObject({
      status: 409,
      response: { msg: 'The 24-hour window to return or exchange this item has closed' },
    })
    expect(await order()).toMatchObject({ orderStatus: 'Delivered' })
  })

  test('is refused while the order is on its way [order.7]', async ({ orderId, order, send }) => {
    const [line] = (await order()).products
    const requestedReturn = returnOf({ orderId, lineId: line?._id ?? '' })

    expect((await send('PATCH', 'orders/return', requestedReturn)).status).toBe(409)
  })

  test('returns all given lines or none [order.5]', async ({ delivered, order, send }) => {
    const [first] = returnOf(delivered).returnData
    const two = {
      ...returnOf(delivered),
      returnData: [first, { ...first, orderItemId: 'no line' }],
    }

    expect(await send('PATCH', 'orders/return', two)).toMatchObject({
      status: 404,
      response: { msg: 'This item isn’t in the order' },
    })
    expect(await order()).toMatchObject({ orderStatus: 'Delivered' })
  })

  test('is refused for items kept after a trial [order.4]', async ({ db, delivered, send }) => {
    const byId = eq(orderLines.id, delivered.lineId)
    await db.update(orderLines).set({ purchaseType: 'Try and Buy' }).where(byId)

    expect(await send('PATCH', 'orders/return', returnOf(delivered))).toMatchObject({
      status: 409,
      response: { msg: 'Try & Buy items you keep can’t be returned or exchanged' },
    })
  })

  test('of another user’s order finds nothing [api.4] [safe.2]', async ({ api, db, delivered }) => {
    const ravi = await aUser(db)
    const returnRequest = withToken(ravi.token, 'PATCH', returnOf(delivered))
    expect((await api.request('/api/orders/return', returnRequest)).status).toBe(404)
  })

  test('that is refused leaves the item with the customer [order.7]', async ({
    delivered,
    order,
    readStock,
    send,
    moveTo,
  }) => {
    await send('PATCH', 'orders/return', returnOf(delivered))
    await moveTo('Return Cancelled')

    expect(await order()).toMatchObject({ orderStatus: 'Return Cancelled' })
    expect((await order()).refund).toBeUndefined()
    expect(await readStock()).toMatchObject({ M: 4 })
  })
})

describe('PATCH /orders/exchange', () => {
  test('reserves the new size at once and restocks the old one [order.5] [order.7]', async ({
    delivered,
    kurta,
    order,
    readStock,
    send,
    moveTo,
  }) => {
    const exchangeResponse = await send('PATCH', 'orders/exchange', exchangeOf(delivered, kurta))
    expect(exchangeResponse.status).toBe(200)
    expect(await readStock()).toMatchObject({ M: 4, L: 4 })
    await moveTo('Exchange Accepted')
    await moveTo('Exchanged')

    expect(await readStock()).toMatchObject({ M: 5, L: 4 })
    const {
      orderStatus,
      products: [line],
      refund,
    } = await order()
    expect(orderStatus).toBe('Exchanged')
    expect(line).toMatchObject({ exchangeDetails: { newProductSize: 'L' } })
    expect(refund).toBeUndefined()
  })

  test('releases the new size if it is refused [order.7]', async ({
    delivered,
    kurta,
    readStock,
    send,
    moveTo,
  }) => {
    await send('PATCH', 'orders/exchange', exchangeOf(delivered, kurta))
    await moveTo('Exchange Cancelled')
    expect(await readStock()).toMatchObject({ M: 4, L: 5 })
  })

  test('needs another size in stock [order.5]', async ({ db, delivered, kurta, send }) => {
    const statusOf = async (size: string, product = kurta) =>
      (await send('PATCH', 'orders/exchange', exchangeOf(delivered, product, size))).status

    expect(await statusOf('M')).toBe(400)
    expect(await statusOf('XXL')).toBe(400)
    expect(await statusOf('L', 'no product')).toBe(400)
    expect(await statusOf('L', await onSale(db))).toBe(400)
  })

  test('is completed by the demo courier, step by step [order.7]', async ({
    db,
    delivered,
    kurta,
    order,
    send,
  }) => {
    await send('PATCH', 'orders/exchange', exchangeOf(delivered, kurta))
    expect(await advanceNextReturn(db, 1000)).toBe(false)
    const later = clock.later(2000)
    setClock(() => later)
    await advanceNextReturn(db, 1000)
    expect(await order()).toMatchObject({ orderStatus: 'Exchange Accepted' })
    const laterTime = clock.later(2000)
    setClock(() => laterTime)
    await advanceNextReturn(db, 1000)
    expect(await order()).toMatchObject({ orderStatus: 'Exchanged' })
  })
})

describe('PUT /orders/{id}/refund-account', () => {
  test('tells the store where a cash refund goes [order.11] [law.1]', async ({
    db,
    delivered,
    order,
    send,
    moveTo,
  }) => {
    const put = (account: object) =>
      send('PUT', `orders/${delivered.orderId}/refund-account`, account)
    expect((await put({ kind: 'upi', upiId: 'no id' })).status).toBe(400)
    expect(
      (await put({ kind: 'bank', holder: 'Asha', accountNumber: '12', ifsc: 'X' })).status,
    ).toBe(400)
    expect((await put({ kind: 'upi', upiId: ' asha.rao@okbank ' })).status).toBe(200)
    expect(await order()).toMatchObject({
      refundAccount: { kind: 'upi', upiId: 'asha.rao@okbank' },
    })

    const bank = {
      kind: 'bank',
      holder: 'Asha Rao',
      accountNumber: '1234 5678 90',
      ifsc: 'sbin0001234',
    }
    await put(bank)
    await send('PATCH', 'orders/return', returnOf(delivered))
    await moveTo('Return Accepted')
    await moveTo('Returned')

    const saved = { ...bank, accountNumber: '1234567890', ifsc: 'SBIN0001234' }
    expect(await readDueCashRefunds(db)).toMatchObject([{ refundAccount: saved }])
  })

  test('is refused for an order that was paid online [order.11]', async ({
    db,
    delivered,
    send,
  }) => {
    await db.update(orders).set({ paymentMethod: 'UPI' }).where(eq(orders.id, delivered.orderId))

    const account = { kind: 'upi', upiId: 'asha@okbank' }
    expect((await send('PUT', `orders/${delivered.orderId}/refund-account`, account)).status).toBe(
      409,
    )
  })
})

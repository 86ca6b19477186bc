import { describe, expect, test } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { sendRefunds } from '#server/features/payments/sendRefunds.ts'
import {
  commandStore,
  placeCashOrder,
  type Ordered,
  placePrepaidOrder,
  adminOrderOf,
  runSteps,
  stockOf,
} from '#tests/support/api/tests/commandTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'

const store = commandStore()

async function itemIds({ buyer, orderId }: Ordered): Promise<string[]> {
  const response = await store.api.request(`/api/orders/${orderId}`, withToken(buyer.token))
  const { result } = (await response.json()) as { result: { products: { _id: string }[] } }
  return result.products.map(({ _id }) => _id)
}

/** Requests a return as the page does. */
async function requestReturn(ordered: Ordered, items: number[]) {
  const ids = await itemIds(ordered)
  const returnData = items.map((item) => ({
    orderItemId: ids[item - 1],
    returnReason: 'Quality issue',
    returnPhotos: [],
  }))
  const body = { orderId: ordered.orderId, returnData, action: 'returnProduct' }
  const path = '/api/orders/return'
  return (await store.api.request(path, withToken(ordered.buyer.token, 'PATCH', body))).status
}

async function requestExchange(ordered: Ordered) {
  const [orderItemIdToExchange] = await itemIds(ordered)
  const body = {
    orderId: ordered.orderId,
    orderItemIdToExchange,
    exchangeProductId: ordered.productId,
    size: 'L',
    exchangeReason: 'Too small',
  }
  const path = '/api/orders/exchange'
  return (await store.api.request(path, withToken(ordered.buyer.token, 'PATCH', body))).status
}

/** The first item of an order, as its customer reads it. */
async function itemOf({ buyer, orderId }: Ordered) {
  const response = await store.api.request(`/api/orders/${orderId}`, withToken(buyer.token))
  const { result } = (await response.json()) as { result: Order }
  return { ...result.products[0], refund: result.refund }
}

const deliver = ({ number }: Ordered) => runSteps(number, 'send', 'on-the-way', 'delivered')

describe('store return', () => {
  test('returns an item of a prepaid order: restocked, credited and refunded by the provider [ops.1] [order.7] [order.11]', async () => {
    const ordered = await placePrepaidOrder(store, undefined)
    const { number, productId } = ordered
    await deliver(ordered)
    expect(await requestReturn(ordered, [1])).toBe(200)

    const listed = await runStoreCommand('return', 'list')
    const unconfirmed = await runStoreCommand('return', 'accept', number)
    const accepted = await runStoreCommand('return', 'accept', number, '--yes')
    const again = await runStoreCommand('return', 'accept', number, '--yes')
    const received = await runStoreCommand('return', 'received', number, '--yes')
    await sendRefunds(store.db, testSandbox(store.db).provider)

    expect(listed.out).toMatch(new RegExp(`^${number} {2}item 1 {2}Return Requested`))
    expect(listed.out).toContain('Quality issue; ')
    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
    expect(accepted.out).toBe(`The return of order ${number} is accepted. Next: return received.`)
    expect(again).toMatchObject({ code: 1, err: 'This item is already being returned.' })
    expect(received.out).toMatch(/₹999\.00 is being refunded to the original payment method\.$/)
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 5, L: 5 })
    expect(await adminOrderOf(number)).toMatchObject({
      status: 'Returned',
      refunds: [{ reason: 'returned', amountPaise: 999_00, status: 'processed' }],
      documents: [{ kind: 'invoice' }, { kind: 'credit_note' }],
    })
    expect((await runStoreCommand('return', 'list')).out).toBe('0 returns.')
  })

  test('lists cash refunds until they are paid [ops.1] [order.11]', async () => {
    const ordered = await placeCashOrder(store)
    await deliver(ordered)
    await requestReturn(ordered, [1])
    await runStoreCommand('return', 'accept', ordered.number, '1', '--yes')

    const received = await runStoreCommand('return', 'received', ordered.number, '1', '--yes')
    const [, refundId = ''] = /refund paid (\S+)/.exec(received.out) ?? []
    const unconfirmed = await runStoreCommand('refund', 'paid', refundId)
    const dueRefunds = await runStoreCommand('refund', 'list')
    const paid = await runStoreCommand('refund', 'paid', refundId, '--yes')
    const again = await runStoreCommand('refund', 'paid', refundId, '--yes')

    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
    expect(dueRefunds.out).toContain(`${refundId}  ${ordered.number}  ₹999.00`)
    expect(paid.out).toBe(`₹999.00 for order ${ordered.number} was refunded manually.`)
    expect(again).toMatchObject({ code: 1, err: 'No refund with this id is due.' })
  })

  test('that is refused is neither refunded nor restocked, and says why [ops.1] [order.7] [order.11]', async () => {
    const ordered = await placePrepaidOrder(store, undefined)
    const { number, productId } = ordered
    await deliver(ordered)
    await requestReturn(ordered, [1])
    const refuse = (...words: string[]) =>
      runStoreCommand('return', 'refuse', number, '--reason', 'It has been\u202e worn', ...words)

    const unconfirmed = await refuse()
    const refused = await refuse('--yes')
    const received = await runStoreCommand('return', 'received', number, '--yes')

    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
    expect(refused.out).toBe(
      `The return of order ${number} is declined. The customer keeps the item.`,
    )
    expect(await itemOf(ordered)).toMatchObject({
      status: 'Return Cancelled',
      refusalReason: 'It has been worn',
      refund: undefined,
    })
    expect(received).toMatchObject({ code: 1, err: `Order ${number} has no open return.` })
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 4, L: 5 })
    expect(await adminOrderOf(number)).toMatchObject({
      ...{ status: 'Return Cancelled', refunds: [], documents: [{ kind: 'invoice' }] },
      items: [{ refusalReason: 'It has been worn' }],
    })
    expect((await runStoreCommand('order', 'show', number)).out).toContain(
      'Item 1, return declined: It has been worn',
    )
    expect((await runStoreCommand('return', 'list')).out).not.toContain(number)
  })

  test('is refused without a return, or if the step is not allowed [ops.1] [order.7]', async () => {
    const ordered = await placePrepaidOrder(store, undefined, undefined)
    const { number } = ordered
    await deliver(ordered)
    const tried = async (...words: string[]) => {
      const { code, err } = await runStoreCommand('return', ...words)
      return [code, err]
    }

    expect(await tried('accept', number, '--yes')).toEqual([
      1,
      `Order ${number} has no open return.`,
    ])
    expect(await runStoreCommand('exchange', 'accept', number, '--yes')).toMatchObject({
      err: `Order ${number} has no open exchange.`,
    })
    expect(await tried('accept', number, '1', '--yes')).toEqual([
      1,
      'This item is delivered, so it can’t be accepted for return.',
    ])
    await requestReturn(ordered, [1, 2])
    expect(await tried('accept', number, '--yes')).toEqual([
      1,
      `Order ${number} has more than one open return. Please give the item number.`,
    ])
    expect(await tried('received', number, '2', '--yes')).toEqual([
      1,
      'This item is delivered, with a return requested, so it can’t be received as a return.',
    ])
    expect(await tried('refuse', number, '2', '--yes')).toMatchObject([
      2,
      expect.stringContaining('--reason'),
    ])
    expect(await tried('refuse', number, '2', '--yes', '--reason', 'Worn')).toEqual([0, ''])
    expect(await tried('accept', number, '--yes')).toEqual([0, ''])
    expect(await tried('accept', number, '3', '--yes')).toEqual([
      1,
      `Order ${number} has 2 items, and no item 3.`,
    ])
    expect(await tried('accept', number, 'first')).toMatchObject([2, expect.any(String)])
  })
})

describe('store exchange', () => {
  test('delivers the new size and restocks the old one [ops.1] [order.7]', async () => {
    const ordered = await placeCashOrder(store)
    const { number, productId } = ordered
    await deliver(ordered)
    expect(await requestExchange(ordered)).toBe(200)

    const listed = await runStoreCommand('exchange', 'list')
    await runStoreCommand('exchange', 'accept', number, '--yes')
    const received = await runStoreCommand('exchange', 'received', number, '--yes')

    expect(listed.out).toContain('Blue kurta, size M for L')
    expect(received.out).toBe(`Exchange completed for order ${number}.`)
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 5, L: 4 })
    expect(await adminOrderOf(number)).toMatchObject({ status: 'Exchanged', refunds: [] })
  })

  test('that is refused restocks the new size [ops.1] [order.7]', async () => {
    const ordered = await placeCashOrder(store)
    await deliver(ordered)
    await requestExchange(ordered)
    const reservedStock = await stockOf(store, ordered.productId)

    const refused = await runStoreCommand(
      ...['exchange', 'refuse', ordered.number, '--yes', '--reason', 'The tag is missing'],
    )

    expect(reservedStock).toEqual({ S: 5, M: 4, L: 4 })
    expect(refused).toMatchObject({ code: 0 })
    expect(await stockOf(store, ordered.productId)).toEqual({ S: 5, M: 4, L: 5 })
  })

  test('that is refused twice restocks the new size once, and says why [ops.1] [order.7]', async () => {
    const ordered = await placeCashOrder(store)
    await deliver(ordered)
    await requestExchange(ordered)
    const refuse = () =>
      runStoreCommand(
        ...['exchange', 'refuse', ordered.number, '1', '--yes', '--reason', 'It is another kurta'],
      )

    const refused = await refuse()
    const again = await refuse()

    expect(refused.out).toMatch(/is declined, and the new size is back in stock/)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('declined') })
    expect(await itemOf(ordered)).toMatchObject({
      ...{ status: 'Exchange Cancelled', refusalReason: 'It is another kurta', refund: undefined },
    })
    expect(await stockOf(store, ordered.productId)).toEqual({ S: 5, M: 4, L: 5 })
  })
})

import { describe, expect } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import { purchaseTerms } from '#server/database/schema/storefront.ts'
import { keepTrialSize } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { addToCart, stockOf } from '#tests/support/shopper/givens.ts'
import {
  startedPaymentOf,
  payInWindow,
  test as paymentTest,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type TrialFixture = { atDoor: { orderId: string; lineId: string }; read: () => Promise<Order> }

/** A test at delivery: one kurta in M and L, paid online with ₹99 for the trial. */
const test = paymentTest.extend<TrialFixture>({
  atDoor: async ({ api, db, me, kurta, place }, use) => {
    const terms = { purchaseType: 'Try and Buy' as const, chargePaise: 99_00, conditions: '' }
    await db
      .insert(purchaseTerms)
      .values(terms)
      .onConflictDoUpdate({ target: purchaseTerms.purchaseType, set: terms })
    await addToCart(db, me.userId, { productId: kurta, trialSize: 'L' })
    const startedPayment = startedPaymentOf(
      await place({ paymentMethod: 'prepaid', totalAmount: 1098_00 }),
    )
    await verify(api, me, (await payInWindow(api, startedPayment)).response)
    const orderId = startedPayment.order._id
    for (const to of ['Shipped', 'On the way', 'Arrived', 'Size Trialing'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    const response = await api.request(`/api/orders/${orderId}`, withToken(me.token))
    const { result } = (await response.json()) as { result: Order }
    await use({ orderId, lineId: result.products[0]?._id ?? '' })
  },
  read: async ({ api, me, atDoor }, use) =>
    use(async () => {
      const response = await api.request(`/api/orders/${atDoor.orderId}`, withToken(me.token))
      return ((await response.json()) as { result: Order }).result
    }),
})

const deliver = (db: Database, orderId: string) =>
  transitionOrder(db, { orderId, to: 'Delivered', by: 'courier' })

describe('a trial at delivery', () => {
  test.for([
    ['M', { S: 5, M: 4, L: 5 }],
    ['L', { S: 5, M: 5, L: 4 }],
  ] as const)(
    'keeps size %s and returns the other one [bag.7] [order.8]',
    async ([size, left], { db, kurta, atDoor, read }) => {
      const reservedStock = await stockOf(db, kurta)

      await keepTrialSize(db, { ...atDoor, size })
      await deliver(db, atDoor.orderId)

      expect(reservedStock).toEqual({ S: 5, M: 4, L: 4 })
      expect(await stockOf(db, kurta)).toEqual(left)
      expect(await read()).toMatchObject({
        orderStatus: 'Delivered',
        products: [{ status: 'Delivered', soldSize: size }],
      })
    },
  )

  test('keeps nothing: both are returned, and the price is refunded without charges [bag.7] [order.11]', async ({
    db,
    kurta,
    atDoor,
    read,
  }) => {
    await keepTrialSize(db, { ...atDoor, size: null })

    expect(await stockOf(db, kurta)).toEqual({ S: 5, M: 5, L: 5 })
    expect(await read()).toMatchObject({
      products: [{ status: 'Cancelled' }],
      refund: { amount: 999_00, status: 'pending' },
    })
  })

  test('keeps only one of the two sizes, and not after the trial [bag.7]', async ({
    db,
    atDoor,
  }) => {
    await expect(keepTrialSize(db, { ...atDoor, size: 'S' })).rejects.toThrow(
      'not part of the trial',
    )
    await deliver(db, atDoor.orderId)

    await expect(keepTrialSize(db, { ...atDoor, size: 'L' })).rejects.toThrow('during the trial')
  })
})

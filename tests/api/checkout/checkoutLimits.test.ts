import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { cartLines } from '#server/database/schema/carts.ts'
import { addresses } from '#server/database/schema/users.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { cash, rateLimitedDeps, test } from '#tests/support/api/tests/limitTest.ts'

describe('POST /cart/checkout, limited', () => {
  test('limits a customer’s open cash orders; a delivered one no longer counts [safe.4]', async ({
    db,
    order,
  }) => {
    const placed: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      const { status, response } = await order(cash)
      expect(status).toBe(200)
      placed.push((response.result as { order: { _id: string } }).order._id)
    }
    const refused = await order(cash)
    expect(refused.status).toBe(409)
    expect(refused.response.msg).toMatch(/choose Online Payment/)

    for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
      await transitionOrder(db, { orderId: placed[0] ?? '', to, by: 'courier' })
    }
    expect((await order(cash)).status).toBe(200)
  })

  test('limits a customer’s open cash orders to two, at whatever address [safe.4]', async ({
    db,
    me,
    order,
  }) => {
    const orderTo = async (street: string) => {
      await db.update(addresses).set({ street }).where(eq(addresses.userId, me.userId))
      return (await order(cash)).status
    }
    const statuses = []
    for (const street of ['1 Palm Lane', '2 Rose Lane', '3 Lotus Lane'])
      statuses.push(await orderTo(street))

    expect(statuses).toEqual([200, 200, 409])
  })

  test('limits the open cash orders to one address, whoever orders [safe.4]', async ({
    db,
    order,
  }) => {
    const cashOrderTo = (street: string) => async () => {
      const neighbour = await createBuyer(db)
      const isTheirs = eq(addresses.id, neighbour.addressId)
      await db.update(addresses).set({ street }).where(isTheirs)
      await addToCart(db, neighbour.userId, { productId: await onSale(db) })
      const api = createTestApi(db, rateLimitedDeps())
      const body = orderRequest(neighbour, await readCart(api, neighbour))
      return (await placeOrder(api, neighbour, { body })).status
    }
    const [toSameAddress, toNextAddress] = [
      cashOrderTo('12, scheme  78'),
      cashOrderTo('1/2 Scheme 78'),
    ]
    for (let turn = 0; turn < 2; turn++) expect(await toSameAddress()).toBe(200)

    const refused = await order(cash)

    expect([refused.status, await toSameAddress(), await toNextAddress()]).toEqual([409, 409, 200])
  })

  test('limits started payments that are not completed [safe.4]', async ({ db, order }) => {
    const statuses = []
    for (let turn = 0; turn <= 6; turn++) {
      statuses.push((await order('prepaid', 1)).status)
      await db.update(cartLines).set({ quantity: sql`quantity + 1` })
    }

    expect(statuses).toEqual([...Array(6).fill(200), 429])
  })

  test.for([
    [10_000_00, cash, 200],
    [10_000_01, cash, 409],
    [10_000_01, 'prepaid', 200],
  ] as const)(
    'responds to an order of %i paise, %s, with %i: cash is limited to ₹10,000 [safe.4] [checkout.1]',
    async ([pricePaise, paymentMethod, expected], { db, me }) => {
      const api = createTestApi(db, rateLimitedDeps())
      await addToCart(db, me.userId, {
        productId: await onSale(db, { pricePaise, mrpPaise: pricePaise }),
      })

      const body = orderRequest(me, await readCart(api, me), { paymentMethod })
      const { status, response } = await placeOrder(api, me, { body })

      expect(status).toBe(expected)
      if (expected === 409) expect(response.msg).toMatch(/isn’t available for orders above ₹10,000/)
    },
  )
})

import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { cartLines } from '#server/database/schema/carts.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { shippingCharges } from '#server/database/schema/storefront.ts'
import { orderRequest, placeOrder, test } from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

describe('POST /cart/checkout', () => {
  test('places a cash on delivery order of the bag [checkout.5] [checkout.8]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta, quantity: 2 })

    const { status, response } = await place()

    expect(status).toBe(200)
    expect(response).toEqual({
      success: true,
      status: 200,
      result: {
        order: {
          _id: expect.any(String),
          orderID: expect.stringMatching(/^PEH-[2-9A-HJ-NP-Z]{6}$/),
          orderSlug: expect.stringMatching(/^peh-/),
          amount: 1998_00,
        },
      },
    })
    expect(await viewCart()).toMatchObject({ products: [], totalAmount: 0 })
  })

  test('keeps the details of each line, also after the line was changed [order.1]', async ({
    api,
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    const details: object = { wish: 'A box with a ribbon' }
    const itemId = await given.addToCart(db, me.userId, { productId: kurta })
    await db.update(cartLines).set({ details }).where(eq(cartLines.id, itemId))
    const change = { userId: me.userId, itemId, quantity: 2 }
    await api.request('/api/cart/update', withToken(me.token, 'PUT', change))

    await place()

    expect(await viewCart()).toMatchObject({ products: [] })
    const [line] = await db.select().from(orderLines).where(eq(orderLines.productId, kurta))
    expect(line).toMatchObject({ quantity: 2, details })
  })

  test('reduces the stock [order.8]', async ({ db, me, kurta, place }) => {
    await given.addToCart(db, me.userId, { productId: kurta, quantity: 2 })

    await place()

    const [row] = await db.select().from(products).where(eq(products.id, kurta))
    expect(row?.stock.indore).toEqual({ S: 5, M: 3, L: 5 })
  })

  test('adds the shipping charge [checkout.2] [checkout.3]', async ({ db, me, kurta, place }) => {
    await db
      .insert(shippingCharges)
      .values({ shippingType: 'Standard', chargePaise: 49_00 })
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: { chargePaise: 49_00 } })
    await given.addToCart(db, me.userId, { productId: kurta })

    const forgotten = await place()
    const counted = await place({ totalAmount: 1048_00 })

    expect(forgotten).toMatchObject({
      status: 409,
      response: {
        code: 'price_changed',
        summary: { baseAmount: 999_00, shippingCharges: 49_00, finalAmount: 1048_00 },
      },
    })
    expect(counted.status).toBe(200)
  })

  test('subtracts the coupon and redeems it [checkout.3] [coupon.3]', async ({
    api,
    db,
    me,
    kurta,
    place,
  }) => {
    const { id: couponId, name: couponName } = await given.aCoupon(db)
    await given.addToCart(db, me.userId, { productId: kurta, couponId })

    const first = await place({ totalAmount: 899_00 })
    await given.addToCart(db, me.userId, { productId: kurta, couponId })
    const again = await place({ totalAmount: 899_00 })

    expect(first).toMatchObject({
      status: 200,
      response: { result: { order: { amount: 899_00 } } },
    })
    expect(again).toMatchObject({
      status: 409,
      response: {
        code: 'coupon_not_applicable',
        msg: 'You’ve already used this coupon',
        summary: { isCouponApplied: false, finalAmount: 999_00 },
      },
    })
    const exported = await (await api.request('/api/user/export', withToken(me.token))).json()
    expect(exported.result.orders).toMatchObject([{ couponId, couponName, couponPaise: 100_00 }])
  })

  test.for([1, 99900 - 1, 99900 + 1, 0])(
    'refuses a total of %s paise and returns the right one [checkout.3] [safe.4]',
    async (totalAmount, { db, me, kurta, place, viewCart }) => {
      await given.addToCart(db, me.userId, { productId: kurta })

      const { status, response } = await place({ totalAmount })

      expect(status).toBe(409)
      expect(response).toMatchObject({
        code: 'price_changed',
        summary: { finalAmount: 999_00 },
        lines: [{ productId: { _id: kurta } }],
      })
      expect((await viewCart()).products).toHaveLength(1)
      expect(await db.$count(orders)).toBe(0)
    },
  )

  test('refuses a total from before a price drop [checkout.3]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const seen = await viewCart()
    await db.update(products).set({ pricePaise: 899_00 }).where(eq(products.id, kurta))

    const { status, response } = await place(orderRequest(me, seen))

    expect(status).toBe(409)
    expect(response).toMatchObject({
      summary: { finalAmount: 899_00 },
      lines: [{ productId: { discountedPrice: 899 } }],
    })
  })

  test.for([
    ['a line is missing', [0]],
    ['a line is sent twice', [0, 0]],
  ] as const)(
    'refuses an order if %s [checkout.3] [safe.4]',
    async ([, chosen], { db, me, kurta, place, viewCart }) => {
      await given.addToCart(db, me.userId, { productId: kurta, size: 'S' })
      await given.addToCart(db, me.userId, { productId: kurta, size: 'M' })
      const { cart_item_ids: ids } = orderRequest(me, await viewCart())

      const { response } = await place({ cart_item_ids: chosen.map((at) => ids[at]) })

      expect(response).toMatchObject({ code: 'price_changed' })
      expect(response.lines).toHaveLength(2)
    },
  )

  test('refuses another size, delivery option or coupon than in the bag [safe.4]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const [line] = orderRequest(me, await viewCart()).cart_item_ids
    const { id: couponId } = await given.aCoupon(db)

    const responses = [
      await place({ cart_item_ids: [{ ...line, size: 'S' }] }),
      await place({ cart_item_ids: [{ ...line, purchaseType: 'Try and Buy' }] }),
      await place({ couponId, totalAmount: 899_00 }),
      await place({ cart_item_ids: [line, { ...line, _id: 'in no bag' }] }),
    ]

    expect(responses.map(({ response }) => response.code)).toEqual(Array(4).fill('price_changed'))
  })

  test('refuses other quantities than in the bag, even with the same total [checkout.3] [safe.4]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta, size: 'S', quantity: 2 })
    await given.addToCart(db, me.userId, { productId: kurta, size: 'M' })
    const cart = await viewCart()
    const lines = cart.products.map(({ _id, purchaseType, size, quantity }) => {
      return { _id, purchaseType, size, quantity }
    })
    const swapped = lines.map((line) => ({ ...line, quantity: 3 - line.quantity }))

    const { response } = await place({ cart_item_ids: swapped })

    expect(response).toMatchObject({ code: 'price_changed' })
    expect((await place({ cart_item_ids: lines })).status).toBe(200)
  })

  test('refuses another coupon than the applied one, even with the same discount [safe.4]', async ({
    db,
    me,
    kurta,
    place,
  }) => {
    const { id: couponId } = await given.aCoupon(db)
    const { id: other } = await given.aCoupon(db)
    await given.addToCart(db, me.userId, { productId: kurta, couponId })

    const without = { couponId: undefined, totalAmount: 899_00 }
    const responses = [await place({ couponId: other, totalAmount: 899_00 }), await place(without)]

    expect(responses.map(({ response }) => response.code)).toEqual([
      'price_changed',
      'price_changed',
    ])
    expect((await place({ totalAmount: 899_00 })).status).toBe(200)
  })

  test('refuses sold-out items by name and size, and does not change the bag [order.8]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta, quantity: 2 })
    await db.update(stockLevels).set({ onHand: 1 }).where(eq(stockLevels.productId, kurta))

    const { status, response } = await place()

    expect(status).toBe(409)
    expect(response).toMatchObject({
      code: 'out_of_stock',
      msg: 'Only 1 left of Blue kurta in size M',
    })
    expect((await viewCart()).products).toHaveLength(1)
  })

  test('creates no order if one item of the bag is sold out [order.8] [safe.1]', async ({
    db,
    me,
    kurta,
    place,
  }) => {
    const soldOut = await given.onSale(db, { stock: { M: 0 } })
    await given.addToCart(db, me.userId, { productId: kurta })
    const ordersWritten = async () => {
      let count = 0
      const { status } = await watchStatements(
        ({ text }) => void (count += Number(/insert into "?orders"?/.test(text))),
        () => place(),
      )
      return { status, count }
    }

    expect(await ordersWritten()).toEqual({ status: 200, count: 1 })
    await given.addToCart(db, me.userId, { productId: kurta })
    await given.addToCart(db, me.userId, { productId: soldOut })
    expect(await ordersWritten()).toEqual({ status: 409, count: 0 })
  })

  test('requires the customer’s own address, with delivery [api.4] [bag.10]', async ({
    db,
    me,
    kurta,
    place,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const ravi = await given.aUser(db)
    const his = await given.saveAddress(db, ravi.userId)
    const remoteAddress = await given.saveAddress(db, me.userId, given.numbersOf(given.remotePlace))

    const theirs = await place({ addressId: his })
    const nowhere = await place({ addressId: remoteAddress })

    expect(theirs).toMatchObject({
      status: 404,
      response: { msg: 'We couldn’t find this address' },
    })
    expect(nowhere).toMatchObject({
      status: 409,
      response: { msg: 'Delivery is not available for the chosen address' },
    })
  })

  test('accepts cash for Standard only [checkout.1]', async ({ db, me, kurta, place }) => {
    await given.addToCart(db, me.userId, { productId: kurta, trialSize: 'L' })

    const { status, response } = await place()

    expect(status).toBe(409)
    expect(response.msg).toBe('Cash on Delivery is for Standard delivery only')
  })

  test('requires an idempotency key and the customer’s own id [api.4] [checkout.8]', async ({
    api,
    db,
    me,
    kurta,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const body = orderRequest(me, await viewCart())
    const ravi = await given.aUser(db)

    const keyless = await api.request('/api/cart/checkout', withToken(me.token, 'POST', body))
    const other = await placeOrder(api, ravi, { body })

    expect([keyless.status, other.status]).toEqual([400, 403])
  })
})

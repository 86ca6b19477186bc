import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import { coupons } from '#server/database/schema/carts.ts'
import * as given from '#tests/support/shopper/givens.ts'
import { test } from '#tests/support/api/tests/orderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

describe('PUT /orders/cancel', () => {
  test('releases items and coupon once [order.3] [order.7]', async ({
    api,
    db,
    me,
    kurta,
    place,
    read,
  }) => {
    const { id: couponId } = await given.aCoupon(db)
    await given.addToCart(db, me.userId, { productId: kurta, couponId })
    const { response } = await place({ totalAmount: 899_00 })
    const { order } = response.result as { order: { _id: string } }
    const { result } = (await read(order._id)).response as {
      result: { products: { _id: string }[] }
    }
    const cancel = (ids: string[]) =>
      api.request(
        '/api/orders/cancel',
        withToken(me.token, 'PUT', { orderId: order._id, orderItemIds: ids }),
      )
    const lineIds = result.products.map(({ _id }) => _id)

    const partial = await cancel([])
    const complete = await cancel(lineIds)
    const again = await cancel(lineIds)

    expect([partial.status, complete.status, again.status]).toEqual([400, 200, 409])
    expect(await complete.json()).toMatchObject({ msg: 'Order cancelled successfully' })
    expect((await read(order._id)).response.result).toMatchObject({ orderStatus: 'Cancelled' })
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    // The test's own order still has one item.
    expect(product?.stock.indore).toMatchObject({ M: 4 })
    const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
    expect(coupon?.used).toBe(0)
  })

  test('does not cancel another user’s order [api.4] [safe.2]', async ({
    api,
    db,
    orderId,
    read,
  }) => {
    const ravi = await given.aUser(db)
    const { products: lines } = (await read()).response.result as { products: { _id: string }[] }

    const response = await api.request(
      '/api/orders/cancel',
      withToken(ravi.token, 'PUT', { orderId, orderItemIds: lines.map(({ _id }) => _id) }),
    )

    expect(response.status).toBe(404)
    expect((await read()).response.result).toMatchObject({ orderStatus: 'Accepted' })
  })
})

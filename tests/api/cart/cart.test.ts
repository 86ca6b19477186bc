import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { test } from '#tests/support/api/tests/cartTest.ts'
import { aUser, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

describe('GET /cart/view', () => {
  test('is empty at first [bag.4]', async ({ view }) => {
    expect((await view()).response).toEqual({
      success: true,
      result: { products: [], totalAmount: 0, couponId: null, addressId: null, receiver: null },
    })
  })

  test('returns lines with their product, and the total in rupees [bag.1] [api.6]', async ({
    db,
    me,
    view,
  }) => {
    const kurta = await onSale(db, { pricePaise: 999_50 })
    const itemId = await addToCart(db, me.userId, { productId: kurta, quantity: 2 })

    const { response } = await view()

    expect(response.result).toMatchObject({
      products: [
        {
          _id: itemId,
          productId: { _id: kurta, name: 'Blue kurta', discountedPrice: 999.5, mrp: 1999 },
          size: 'M',
          quantity: 2,
          purchaseType: 'Standard',
        },
      ],
      totalAmount: 1999,
    })
  })

  test('leaves out products that are no longer on sale [bag.3]', async ({ db, me, view }) => {
    const gone = await onSale(db)
    await addToCart(db, me.userId, { productId: gone })
    await db.update(products).set({ isPublished: false }).where(eq(products.id, gone))

    expect((await view()).response.result).toMatchObject({ products: [], totalAmount: 0 })
  })
})

describe('POST /cart/add', () => {
  test('adds one item for Standard delivery [product.3]', async ({ db, add }) => {
    const productId = await onSale(db)

    const { status, response } = await add({ productId, size: 'M' })

    expect(status).toBe(200)
    expect(response.result.products).toMatchObject([
      { productId: { _id: productId }, size: 'M', quantity: 1, purchaseType: 'Standard' },
    ])
  })

  test('adds to the line of the same size; another size is a new line [bag.17]', async ({
    db,
    add,
  }) => {
    const productId = await onSale(db)
    await add({ productId, size: 'M', quantity: 2 })
    await add({ productId, size: 'L' })

    const { response } = await add({ productId, size: 'M' })

    expect(response.result.products).toMatchObject([
      { size: 'M', quantity: 3 },
      { size: 'L', quantity: 1 },
    ])
  })

  test('adds at most the stock and at most eight, with a message [bag.17]', async ({ db, add }) => {
    const productId = await onSale(db, { stock: { S: 3, M: 20 } })
    await add({ productId, size: 'S', quantity: 2 })

    const few = await add({ productId, size: 'S', quantity: 2 })
    await add({ productId, size: 'M', quantity: 8 })
    const many = await add({ productId, size: 'M', quantity: 8 })

    expect(few.response.msg).toBe('Only 3 left in size S')
    expect(many.response.msg).toBe('You can buy up to 8 of each size')
    expect(many.response.result.products).toMatchObject([
      { size: 'S', quantity: 3 },
      { size: 'M', quantity: 8 },
    ])
  })

  test('refuses a sold-out size, an unknown size and an unknown product', async ({
    db,
    add,
    view,
  }) => {
    const productId = await onSale(db, { stock: { S: 0, M: 1 } })
    const hidden = await onSale(db, { isPublished: false })

    const soldOut = await add({ productId, size: 'S' })
    const unknownSize = await add({ productId, size: 'XS' })
    const unknown = await add({ productId: hidden, size: 'M' })

    expect(soldOut).toMatchObject({
      status: 409,
      response: { success: false, code: 'out_of_stock', msg: 'Size S is sold out' },
    })
    expect([unknownSize.status, unknown.status]).toEqual([400, 404])
    expect((await view()).response.result.products).toEqual([])
  })

  test.for([0, -1, 9, 1.5, '2', null])(
    'refuses a quantity of %s [safe.3]',
    async (quantity, { db, add }) => {
      const productId = await onSale(db)

      expect((await add({ productId, size: 'M', quantity })).status).toBe(400)
    },
  )
})

describe('PUT /cart/update, a line', () => {
  test('changes size and quantity only [bag.5]', async ({ db, me, update }) => {
    const itemId = await addToCart(db, me.userId, { productId: await onSale(db), quantity: 3 })

    await update({ itemId, size: 'S' })
    const { status, response } = await update({ itemId, quantity: 2 })

    expect({ status, response }).toMatchObject({
      status: 200,
      response: {
        success: true,
        status: 200,
        result: { products: [{ _id: itemId, size: 'S', quantity: 2 }] },
      },
    })
  })

  test('merges with the line that already has the size [bag.5] [bag.17]', async ({
    db,
    me,
    update,
  }) => {
    const productId = await onSale(db, { stock: { M: 9, L: 4 } })
    await addToCart(db, me.userId, { productId, size: 'L', quantity: 2 })
    const itemId = await addToCart(db, me.userId, { productId, size: 'M', quantity: 3 })

    const { response } = await update({ itemId, size: 'L' })

    expect(response.result.products).toMatchObject([{ _id: itemId, size: 'L', quantity: 4 }])
    expect(response.result.products).toHaveLength(1)
    expect(response.msg).toBe('Only 4 left in size L')
  })

  test('refuses a size that is sold out, and says so [bag.5]', async ({ db, me, update, view }) => {
    const productId = await onSale(db, { stock: { M: 2, L: 0 } })
    const itemId = await addToCart(db, me.userId, { productId })

    const size = await update({ itemId, size: 'L' })
    const quantity = await update({ itemId, quantity: 3 })

    expect(size).toMatchObject({ status: 409, response: { msg: 'Size L is sold out' } })
    expect(quantity).toMatchObject({ status: 409, response: { msg: 'Only 2 left in size M' } })
    expect((await view()).response.result.products).toMatchObject([{ size: 'M', quantity: 1 }])
  })

  test('reduces the quantity to the stock of the new size', async ({ db, me, update }) => {
    const productId = await onSale(db, { stock: { M: 5, L: 1 } })
    const itemId = await addToCart(db, me.userId, { productId, quantity: 3 })

    const { response } = await update({ itemId, size: 'L' })

    expect(response).toMatchObject({
      msg: 'Only 1 left in size L',
      result: { products: [{ size: 'L', quantity: 1 }] },
    })
  })
})

describe('DELETE /cart/remove', () => {
  test.for(['body', 'query'])(
    'removes the line from the %s [bag.5]',
    async (place, { api, db, me }) => {
      const { userId, token } = me
      const productItemId = await addToCart(db, userId, { productId: await onSale(db) })
      const query = new URLSearchParams({ userId, productItemId })

      const response =
        place === 'body'
          ? await api.request(
              '/api/cart/remove',
              withToken(token, 'DELETE', { userId, productItemId }),
            )
          : await api.request(`/api/cart/remove?${query}`, withToken(token, 'DELETE'))

      expect((await response.json()).result).toMatchObject({ products: [], totalAmount: 0 })
    },
  )
})

describe('POST /cart/move-to-wishlist', () => {
  test('moves the line with its size [bag.5] [wish.2]', async ({ api, db, me, view }) => {
    const { userId, token } = me
    const productId = await onSale(db)
    const cartItemId = await addToCart(db, userId, { productId, size: 'L' })

    const request = withToken(token, 'POST', { userId, cartItemId })
    const response = await api.request('/api/cart/move-to-wishlist', request)

    expect(response.status).toBe(200)
    expect((await view()).response.result.products).toEqual([])
    const stored = await db.select().from(wishlistLines).where(eq(wishlistLines.userId, userId))
    expect(stored).toMatchObject([{ productId, size: 'L' }])

    // An item that is in the wishlist already is removed from the bag too.
    const other = await addToCart(db, userId, { productId, size: 'M' })
    const again = withToken(token, 'POST', { userId, cartItemId: other })
    expect((await api.request('/api/cart/move-to-wishlist', again)).status).toBe(200)
    expect((await view()).response.result.products).toEqual([])
    expect(await db.$count(wishlistLines, eq(wishlistLines.userId, userId))).toBe(1)
  })
})

describe("another user's bag", () => {
  test('can be neither read nor changed [api.4] [safe.2]', async ({
    api,
    db,
    me,
    update,
    view,
  }) => {
    const ravi = await aUser(db)
    const productId = await onSale(db)
    const itemId = await addToCart(db, me.userId, { productId })
    const hisItemId = await addToCart(db, ravi.userId, { productId })
    const theirs = withToken(ravi.token, 'PUT', { userId: me.userId, itemId, size: 'S' })

    const forbidden = await api.request('/api/cart/update', theirs)
    const seen = await api.request(`/api/cart/view/${me.userId}`, withToken(ravi.token))
    const hisLine = await update({ itemId: hisItemId, size: 'S' })
    const noLine = await update({ itemId: 'no-such', size: 'S' })

    expect([forbidden.status, seen.status, hisLine.status]).toEqual([403, 403, 404])
    expect(hisLine.response).toEqual(noLine.response)
    expect((await view()).response.result.products).toMatchObject([{ size: 'M' }])
  })

  test('requires a token [login.7]', async ({ api, me }) => {
    expect((await api.request(`/api/cart/view/${me.userId}`)).status).toBe(401)
    expect((await api.request(`/api/cart/view/${me.userId}`, withToken('made-up'))).status).toBe(
      401,
    )
  })
})

test('a sold-out size stays visible in the bag [bag.2]', async ({ db, me, view }) => {
  const productId = await onSale(db, { stock: { M: 1 } })
  await addToCart(db, me.userId, { productId })
  await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, productId))

  expect((await view()).response.result.products).toMatchObject([
    { size: 'M', productId: { stock: { M: 0 } } },
  ])
})

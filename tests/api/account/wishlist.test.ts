import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as cartTest } from '#tests/support/api/tests/cartTest.ts'
import { aUser, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

type Sent = { status: number; response: Record<string, unknown> }

type Wishlist = {
  sendRequest: (method: string, path: string, body?: object) => Promise<Sent>
  /** The ids of the products in the wishlist. */
  wishlistIds: () => Promise<unknown>
}

const test = cartTest.extend<Wishlist>({
  sendRequest: async ({ api, me: { userId, token } }, use) =>
    use(async (method, path, body) => {
      const request = withToken(token, method, body && { userId, ...body })
      const response = await api.request(`/api/wishlist/${path}`, request)
      return { status: response.status, response: await response.json() }
    }),
  wishlistIds: async ({ sendRequest }, use) =>
    use(async () => (await sendRequest('GET', 'viewWishlistProductIds')).response.allProductIds),
})

describe('a wishlist', () => {
  test('is empty at first [wish.1] [wish.3]', async ({ sendRequest, wishlistIds }) => {
    expect(await sendRequest('GET', 'view')).toEqual({
      status: 200,
      response: { success: true, result: { products: [] } },
    })
    expect(await wishlistIds()).toEqual([])
  })

  test('contains a product once, however often it is added [wish.3]', async ({
    sendRequest,
    db,
    wishlistIds,
  }) => {
    const productId = await onSale(db)

    const first = await sendRequest('POST', 'add', { productId, size: 'L' })
    const second = await sendRequest('POST', 'add', { productId })

    expect([first.status, second.status]).toEqual([200, 200])
    expect(await wishlistIds()).toEqual([productId])
    expect((await sendRequest('GET', 'view')).response.result).toMatchObject({
      products: [
        { productId: { _id: productId, name: 'Blue kurta', discountedPrice: 999 }, size: 'L' },
      ],
    })
  })

  test('tells whether a product is in it, and removes it [wish.3]', async ({
    sendRequest,
    db,
    wishlistIds,
  }) => {
    const productId = await onSale(db)
    const status = async () =>
      (await sendRequest('GET', `checkWishlistStatus/${productId}`)).response.status
    expect(await status()).toBe(false)
    await sendRequest('POST', 'add', { productId })
    expect(await status()).toBe(true)

    const removed = await sendRequest('DELETE', `remove/${productId}`, { productId })
    const again = await sendRequest('DELETE', `remove/${productId}`, { productId })

    expect([removed.status, again.status]).toEqual([200, 200])
    expect(await status()).toBe(false)
    expect(await wishlistIds()).toEqual([])
  })

  test('leaves out products that are no longer on sale [wish.1]', async ({
    sendRequest,
    db,
    wishlistIds,
  }) => {
    const productId = await onSale(db)
    await sendRequest('POST', 'add', { productId })
    await db.update(products).set({ isPublished: false }).where(eq(products.id, productId))

    expect((await sendRequest('GET', 'view')).response.result).toEqual({ products: [] })
    expect(await wishlistIds()).toEqual([])
  })

  test('accepts existing products only', async ({ sendRequest, db, wishlistIds }) => {
    const productId = await onSale(db)

    const unknown = await sendRequest('POST', 'add', { productId: 'nothing' })
    const unknownSize = await sendRequest('POST', 'add', { productId, size: 'XXS' })

    expect(unknown).toMatchObject({
      status: 404,
      response: { msg: 'This item is no longer available' },
    })
    expect(unknownSize).toMatchObject({
      status: 400,
      response: { msg: 'Blue kurta isn’t available in size XXS' },
    })
    expect(await wishlistIds()).toEqual([])
  })

  test('shows the latest addition first [wish.1]', async ({ sendRequest, db, wishlistIds }) => {
    onTestFinished(() => setClock())
    const [first, last] = [await onSale(db), await onSale(db)]
    setClock(() => new Date('2026-11-20T06:30:00Z'))
    await sendRequest('POST', 'add', { productId: first })
    setClock(() => new Date('2026-11-20T06:31:00Z'))
    await sendRequest('POST', 'add', { productId: last })

    expect(await wishlistIds()).toEqual([last, first])
  })

  test('ends only the price alert of a product that is removed [wish.3] [product.7]', async ({
    sendRequest,
    db,
    me: { userId },
  }) => {
    const [productId, other] = [await onSale(db), await onSale(db)]
    const ravi = await aUser(db)
    const alert = { userId, productId, kind: 'price', pricePaise: 999_00 } as const
    await db
      .insert(productAlerts)
      .values([
        alert,
        { ...alert, kind: 'restock', size: 'L' },
        { ...alert, productId: other },
        { ...alert, userId: ravi.userId },
      ])
    await sendRequest('POST', 'add', { productId })

    await sendRequest('DELETE', `remove/${productId}`, { productId })

    const left = await db.select().from(productAlerts)
    expect(left.map(({ userId: of, productId: id, kind }) => [of, id, kind])).toEqual(
      expect.arrayContaining([
        [userId, productId, 'restock'],
        [userId, other, 'price'],
        [ravi.userId, productId, 'price'],
      ]),
    )
    expect(left).toHaveLength(3)
  })

  test('is private [api.4] [safe.2]', async ({ api, sendRequest, db, wishlistIds }) => {
    const productId = await onSale(db)
    await sendRequest('POST', 'add', { productId })
    const ravi = await aUser(db)

    const seen = await api.request('/api/wishlist/view', withToken(ravi.token))
    const path = `/api/wishlist/checkWishlistStatus/${productId}`
    const status = await api.request(path, withToken(ravi.token))
    expect(await status.json()).toMatchObject({ status: false })
    const mine = { userId: ravi.userId, productId }
    await api.request(`/api/wishlist/remove/${productId}`, withToken(ravi.token, 'DELETE', mine))

    expect((await seen.json()).result).toEqual({ products: [] })
    expect(await wishlistIds()).toEqual([productId])
  })
})

describe('POST /wishlist/move-to-cart', () => {
  test('adds one item to the bag once [wish.2]', async ({ sendRequest, db, wishlistIds, view }) => {
    const productId = await onSale(db)
    await sendRequest('POST', 'add', { productId })

    const moved = await sendRequest('POST', `move-to-cart/${productId}`, { productId, size: 'S' })
    const again = await sendRequest('POST', `move-to-cart/${productId}`, { productId, size: 'S' })

    expect(moved.status).toBe(200)
    expect(again).toMatchObject({
      status: 404,
      response: { msg: 'This item isn’t in your wishlist' },
    })
    expect(await wishlistIds()).toEqual([])
    expect((await view()).response.result.products).toMatchObject([
      { productId: { _id: productId }, size: 'S', quantity: 1, purchaseType: 'Standard' },
    ])
  })

  test('refuses sold-out items [wish.2]', async ({ sendRequest, db, wishlistIds, view }) => {
    const productId = await onSale(db, { stock: { S: 0, M: 1 } })
    await sendRequest('POST', 'add', { productId })

    const refused = await sendRequest('POST', `move-to-cart/${productId}`, { productId, size: 'S' })

    expect(refused).toMatchObject({ status: 409, response: { msg: 'Size S is sold out' } })
    expect(await wishlistIds()).toEqual([productId])
    expect((await view()).response.result.products).toEqual([])
  })
})

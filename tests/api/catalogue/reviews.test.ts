import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { orderLines, orders } from '#server/database/schema/orders.ts'
import { readProducts } from '#server/commerce/catalogue/products.ts'
import { reviews } from '#server/database/schema/catalogue.ts'
import { users } from '#server/database/schema/users.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { aUser, onSale } from '#tests/support/shopper/givens.ts'
import { test as orderTest } from '#tests/support/api/tests/orderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type ReviewFixture = {
  /** The kurta's order is delivered. */
  arrive: () => Promise<void>
  review: (body: object) => Promise<Response>
  readAll: (query?: string) => Promise<{ data: { words: string }[]; nextCursor: string | null }>
}

const test = orderTest.extend<ReviewFixture>({
  arrive: async ({ db, orderId }, use) =>
    use(async () => {
      for (const to of ['Shipped', 'On the way', 'Delivered'] as const)
        await transitionOrder(db, { orderId, to, by: 'courier' })
    }),
  review: async ({ api, me, kurta }, use) =>
    use(async (body) =>
      api.request(`/api/products/${kurta}/reviews`, withToken(me.token, 'POST', body)),
    ),
  readAll: async ({ api, kurta }, use) =>
    use(async (query = '') => {
      const response = await api.request(`/api/products/${kurta}/reviews${query}`)
      return (await response.json()).result
    }),
})

const liked = { stars: 4, words: 'Soft, and the blue is deep', fit: 'small' }

test('a customer who received a product reviews it under their first name [product.8]', async ({
  arrive,
  review,
  readAll,
}) => {
  await arrive()

  const response = await review(liked)

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ success: true, msg: 'Thank you for your review' })
  const reviewPage = await readAll()
  expect(reviewPage).toMatchObject({
    data: [{ ...liked, size: 'M', firstName: 'Asha' }],
    average: 4,
    count: 1,
    fit: { small: 1, true: 0, large: 0 },
    sizeHint: null,
    nextCursor: null,
  })
  expect(JSON.stringify(reviewPage)).not.toContain('Rao')
})

test('a customer who has not received it cannot review it [product.8] [safe.4]', async ({
  db,
  orderId,
  review,
}) => {
  expect(orderId).toBeTruthy()

  const response = await review(liked)

  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    msg: 'Only customers who bought this item can review it',
  })
  expect(await db.$count(reviews)).toBe(0)
})

test('an order of another customer or product, or one that was not paid, allows no review [product.8] [safe.4]', async ({
  api,
  db,
  me,
  arrive,
  review,
  kurta,
}) => {
  await arrive()
  const [ravi, other] = [await aUser(db), await onSale(db)]
  const path = (id: string) => `/api/products/${id}/reviews`

  const byRavi = await api.request(path(kurta), withToken(ravi.token, 'POST', liked))
  const ofOther = await api.request(path(other), withToken(me.token, 'POST', liked))
  await db.update(orders).set({ checkoutStatus: 'expired' })
  const unpaid = await review(liked)

  expect([byRavi, ofOther, unpaid].map(({ status }) => status)).toEqual([409, 409, 409])
})

test('a review names the size that was kept last, after trials and exchanges [product.8]', async ({
  db,
  arrive,
  review,
  readAll,
  orderId,
}) => {
  await arrive()
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  if (!line) throw new Error('The order has no line')
  const deliveredAt = line.deliveredAt?.getTime() ?? 0
  await db.update(orderLines).set({ soldSize: 'S' })
  const earlier = { ...line, id: 'earlier', size: 'L', deliveredAt: new Date(deliveredAt - 1000) }
  await db.insert(orderLines).values(earlier)

  await review(liked)

  expect((await readAll()).data).toMatchObject([{ size: 'S' }])
})

test('a product shows its own reviews only, ten at first [product.8]', async ({
  db,
  kurta,
  readAll,
}) => {
  const other = await onSale(db)
  for (let nth = 0; nth < 11; nth++) {
    const { userId } = await aUser(db)
    const productId = nth < 10 ? kurta : other
    await db
      .insert(reviews)
      .values({ productId, userId, size: 'M', firstName: 'Ravi', words: `No ${nth}`, stars: 5 })
  }

  const { data, nextCursor } = await readAll()

  expect(data).toHaveLength(10)
  expect(data.map(({ words }) => words)).not.toContain('No 10')
  expect(nextCursor).toBeNull()
})

test('a second review replaces the first, with the size of the last order [product.8]', async ({
  db,
  arrive,
  review,
  readAll,
}) => {
  await arrive()
  await review(liked)
  await db.update(orderLines).set({ soldSize: 'L' })

  await review({ stars: 2 })

  expect(await readAll()).toMatchObject({
    count: 1,
    average: 2,
    data: [{ stars: 2, words: '', fit: null, size: 'L' }],
  })
})

test.for([{ stars: 0 }, { stars: 6 }, { stars: 4.5 }, { stars: 5, fit: 'tight' }, {}])(
  'a review cannot be %o [product.8] [safe.3]',
  async (body, { arrive, review, db }) => {
    await arrive()

    expect((await review(body)).status).toBe(400)
    expect(await db.$count(reviews)).toBe(0)
  },
)

test('reviews and exchanges together give the size hint [product.8]', async ({
  api,
  db,
  arrive,
  review,
  readAll,
  kurta,
  orderId,
}) => {
  await arrive()
  await review(liked)
  const other = await aUser(db)
  const fields = { productId: kurta, userId: other.userId, size: 'M', firstName: 'Ravi' }
  await db.insert(reviews).values({ ...fields, stars: 5, fit: 'small' })
  expect(await readAll()).toMatchObject({ sizeHint: null })

  await db
    .update(orderLines)
    .set({ status: 'Exchanged', exchangeSize: 'L' })
    .where(eq(orderLines.orderId, orderId))

  expect(await readAll()).toMatchObject({ sizeHint: 'small', fit: { small: 2 } })
  const product = await (await api.request(`/api/products/${kurta}`)).json()
  expect(product.result.sizeHint).toBe('small')
})

test('many reviews are paginated, each shown once [product.8]', async ({ db, kurta, readAll }) => {
  for (let nth = 0; nth < 13; nth++) {
    const { userId } = await aUser(db)
    const at = { createdAt: new Date(Date.UTC(2026, 10, 1 + Math.floor(nth / 2))) }
    const fields = { productId: kurta, userId, size: 'M', firstName: 'Ravi', words: `No ${nth}` }
    await db.insert(reviews).values({ ...fields, ...at, stars: 5 })
  }

  const first = await readAll()
  const second = await readAll(`?cursor=${first.nextCursor}`)

  const words = [...first.data, ...second.data].map((one) => one.words)
  expect(first.data).toHaveLength(10)
  expect(new Set(words).size).toBe(13)
  expect(words[0]).toBe('No 12')
  expect(second.nextCursor).toBeNull()
})

test.for(['2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', 'now'])(
  'the reviews cursor %s is refused [product.8] [safe.3]',
  async (at, { api, kurta }) => {
    const cursor = Buffer.from(`${at} id`).toString('base64url')

    const response = await api.request(`/api/products/${kurta}/reviews?cursor=${cursor}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ msg: 'This page doesn’t exist' })
  },
)

test('a card has a rating once there are three reviews; it follows changed and deleted ones [card.1] [product.8]', async ({
  db,
}) => {
  const productId = await onSale(db)
  const addReview = async (stars: number) => {
    const { userId } = await aUser(db)
    await db.insert(reviews).values({ productId, userId, size: 'M', firstName: 'Ravi', stars })
    return userId
  }
  const readRating = async () => (await readProducts(db, [productId])).get(productId)?.rating
  const first = await addReview(5)
  await addReview(4)
  expect(await readRating()).toBeUndefined()

  await addReview(4)
  expect(await readRating()).toEqual({ average: 4.3, count: 3 })

  await db.update(reviews).set({ stars: 1 }).where(eq(reviews.userId, first))
  expect(await readRating()).toEqual({ average: 3, count: 3 })

  await db.delete(users).where(eq(users.id, first))
  expect(await readRating()).toBeUndefined()
})

test('an order shows which of its items the customer has reviewed; reviews by others do not count [product.8] [order.1]', async ({
  db,
  kurta,
  arrive,
  review,
  read,
}) => {
  await arrive()
  const { userId } = await aUser(db)
  await db
    .insert(reviews)
    .values({ productId: kurta, userId, firstName: 'Meera', size: 'M', stars: 2 })
  const isReviewed = async () => {
    const { products } = (await read()).response.result as { products: { isReviewed: boolean }[] }
    return products.map((line) => line.isReviewed)
  }
  expect(await isReviewed()).toEqual([false])

  await review(liked)

  expect(await isReviewed()).toEqual([true])
})

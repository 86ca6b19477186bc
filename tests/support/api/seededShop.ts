import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'

import type { Cart } from '#contract/cart/cart.ts'
import type { App } from '#server/app/api/createApp.ts'
import { brands, products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { deliveryAgents, orderLines, orders } from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { saveComplaint } from '#server/features/support/complaints.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { withRollback } from './apiTest.ts'
import {
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
  test as checkoutTest,
} from './tests/checkoutTest.ts'
import { demoDatabase } from './demoShop.ts'
import { aCoupon, addToCart } from '#tests/support/shopper/givens.ts'
import { withToken, jsonRequest } from './requests.ts'
import type { TestDeps } from './testDeps.ts'

/** A customer of a store with the demo catalogue, and the data that the calls of the table need. */
export type Shop = {
  api: App
  db: Database
  deps: TestDeps
  me: Buyer
  /** A product of a brand with Try & Buy, in stock in M and L. */
  product: { _id: string; name: string; brand: string; category: string; subcategory: string }
}

const [onSale] = await demoDatabase
  .select({ product: products })
  .from(products)
  .innerJoin(brands, eq(brands.id, products.brandId))
  .where(
    and(
      brands.hasTryAndBuy,
      sql`(stock->'indore'->>'M')::int > 2 and (stock->'indore'->>'L')::int > 2 and cardinality(subcategory_ids) > 0`,
    ),
  )
  .orderBy(products.pricePaise)
  .limit(1)

/** A test by a customer of that store. */
export const test = checkoutTest.extend<{ db: Database; shop: Shop }>({
  db: async ({}, use) => withRollback(demoDatabase, use),
  shop: async ({ api, db, deps, me }, use) => {
    const { id: _id, name, brandId, categoryId, subcategoryIds } = onSale!.product
    const of = { brand: brandId, category: categoryId, subcategory: subcategoryIds[0] ?? '' }
    await use({ api, db, deps, me, product: { _id, name, ...of } })
  },
})

export const productAt = ({ product: { _id } }: Shop) => ({ id: _id })

/** A bag with one item, a coupon and a receiver. */
export async function aCart({ db, api, me, product: { _id: productId } }: Shop) {
  const { id: couponId } = await aCoupon(db, { headline: '₹100 off' })
  const lineId = await addToCart(db, me.userId, { productId })
  const receiver = { name: 'Ravi Rao', contactNumber: '9826041376' }
  const { userId, addressId } = me
  const checkoutDetails = { userId, addressId, receiver, couponId }
  await api.request('/api/cart/update', withToken(me.token, 'PUT', checkoutDetails))
  return { lineId, couponId }
}

/** The amount of the bag with charges and coupon, as a refused order reports it. */
async function totalOf({ api, me }: Shop, cart: Cart): Promise<number> {
  const { response } = await placeOrder(api, me, {
    body: orderRequest(me, cart, { totalAmount: 1 }),
  })
  return (response as unknown as { summary: { finalAmount: number } }).summary.finalAmount
}

export async function cartAmount(shop: Shop, changes: object) {
  const cart = await readCart(shop.api, shop.me)
  return orderRequest(shop.me, cart, { totalAmount: await totalOf(shop, cart), ...changes })
}

/** A cash on delivery order of one item in M. */
export async function anOrder(shop: Shop) {
  const { db, api, me } = shop
  await addToCart(db, me.userId, { productId: shop.product._id })
  const { response } = await placeOrder(api, me, { body: await cartAmount(shop, {}) })
  const { _id: orderId } = (response.result as { order: { _id: string } }).order
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  return { orderId, lineId: line?.id ?? '' }
}

/** The same order, delivered by an agent. */
export async function aDelivery(shop: Shop) {
  const { db } = shop
  const placed = await anOrder(shop)
  const agentId = randomUUID()
  const agent = { id: agentId, name: 'Suresh', contactNumber: '9826041377' }
  await db.insert(deliveryAgents).values(agent)
  await db.update(orders).set({ agentId }).where(eq(orders.id, placed.orderId))
  for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
    await transitionOrder(db, { orderId: placed.orderId, to, by: 'courier' })
  }
  return placed
}

/** The same order with a requested exchange for another size. */
export async function anExchange(shop: Shop) {
  const placed = await aDelivery(shop)
  const body = {
    orderId: placed.orderId,
    orderItemIdToExchange: placed.lineId,
    size: 'L',
    exchangeProductId: shop.product._id,
    exchangeReason: 'Some reason',
  }
  await shop.api.request('/api/orders/exchange', withToken(shop.me.token, 'PATCH', body))
  return placed
}

/** A review of the product by the customer who received it. */
export async function aReview(shop: Shop) {
  await aDelivery(shop)
  const path = `/api/products/${shop.product._id}/reviews`
  const review = { stars: 4, words: 'Soft and light', fit: 'true' }
  await shop.api.request(path, withToken(shop.me.token, 'POST', review))
}

export async function aWishlistLine({ db, me: { userId }, product: { _id: productId } }: Shop) {
  await db.insert(wishlistLines).values({ userId, productId, size: 'M' })
  return {}
}

/** A complaint with the customer's number. */
export async function aComplaint({ db, me: { userId } }: Shop) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const complaint = { name: 'Asha', contactNumber: user?.contactNumber ?? '', text: 'Too late' }
  return { ticket: await saveComplaint(db, complaint) }
}

/** The OTP that was sent to a number, by default the customer's own. */
export async function anOtp({ api, deps, me, db }: Shop, contactNumber?: string) {
  const number = contactNumber ?? (await numberOf(db, me.userId))
  await api.request('/api/user/login', jsonRequest('POST', { contactNumber: number }))
  return { contactNumber: number, otp: deps.sent.at(-1)?.otp ?? '' }
}

async function numberOf(db: Database, userId: string): Promise<string> {
  const [found] = await db.select().from(users).where(eq(users.id, userId))
  return found?.contactNumber ?? ''
}

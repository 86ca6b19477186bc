import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'

import { type Database, openConnection } from '#server/database/client/connect.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { portionsOf, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import type { App } from '#server/app/api/createApp.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { coupons } from '#server/database/schema/carts.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import {
  type Buyer,
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { aCoupon, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import {
  coupon,
  initialStock,
  modelCartOf,
  pricePaise,
  productOf,
  ShopModel,
  sizeOf,
  type Sku,
  type Step,
  steps,
} from '#tests/support/concurrency/shopModel.ts'

type Api = Pick<App, 'request'>
type Shop = {
  db: Database
  api: Api
  buyers: Buyer[]
  products: { plain: string; bold: string }
  couponId: string
}

/**
 * Does the same random actions in the real store and in a model, `runs` times, and compares bags,
 * stock, coupons and orders after every action.
 */
async function compareWithModel(db: Database, api: Api, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      const shop = await openShop(db, api)
      const model = new ShopModel()
      for (const step of wanted) {
        const isDone = await doInStore(shop, model, step)
        expect({ step, isDone }).toEqual({ step, isDone: doInModel(model, step) })
        expect(await readState(shop)).toEqual(expectedState(model))
      }
    }),
    { numRuns: runs },
  )
}

async function openShop(db: Database, api: Api): Promise<Shop> {
  const { plainS, plainM, boldM, boldL } = initialStock
  const { percent, upToPaise, minimumPaise, maxUses, maxUsesPerUser } = coupon
  return {
    db,
    api,
    buyers: [await createBuyer(db), await createBuyer(db)],
    products: {
      plain: await onSale(db, {
        name: 'plain',
        pricePaise: pricePaise.plain,
        stock: { S: plainS, M: plainM },
      }),
      bold: await onSale(db, {
        name: 'bold',
        pricePaise: pricePaise.bold,
        stock: { M: boldM, L: boldL },
      }),
    },
    couponId: (
      await aCoupon(db, {
        discountType: 'percentage',
        amountPaise: null,
        basisPoints: percent * 100,
        discountUpToPaise: upToPaise,
        minimumPurchasePaise: minimumPaise,
        maxUses,
        maxUsesPerUser,
      })
    ).id,
  }
}

function doInModel(model: ShopModel, step: Step): boolean {
  if (step.what === 'add') return model.add(step.by, step.kind, step.count)
  if (step.what === 'setCount') return model.setCount(step.by, step.kind, step.count)
  if (step.what === 'remove') return model.remove(step.by, step.kind)
  if (step.what === 'chooseCoupon') return model.chooseCoupon(step.by, step.isApplied)
  if (step.what === 'cancel') return model.cancel(step.which)
  return model.order(step.by)
}

/** Whether the store did it. The action comes from the model, its ids from the store. */
async function doInStore(shop: Shop, model: ShopModel, step: Step): Promise<boolean> {
  if (step.what === 'cancel') return cancel(shop, step.which)
  const buyer = shop.buyers[step.by]!
  const { userId } = buyer
  if (step.what === 'order') return order(shop, buyer, model.total(step.by))
  if (step.what === 'chooseCoupon') {
    const wanted = step.isApplied ? { couponId: shop.couponId } : {}
    return send(shop, buyer, ['PUT', 'cart/update', { addressId: buyer.addressId, ...wanted }])
  }
  const productId = shop.products[productOf(step.kind)]
  const size = sizeOf(step.kind)
  if (step.what === 'add') {
    return send(shop, buyer, ['POST', 'cart/add', { productId, size, quantity: step.count }])
  }
  const itemId = await lineOf(shop, buyer, step.kind)
  return step.what === 'remove'
    ? send(shop, buyer, ['DELETE', 'cart/remove', { productItemId: itemId }])
    : send(shop, buyer, ['PUT', 'cart/update', { itemId, quantity: step.count }])

  async function lineOf({ api }: Shop, { token }: Buyer, kind: Sku): Promise<string> {
    const { products } = await readCart(api, { userId, token })
    const line = products.find((one) => one.productId.name + one.size === kind)
    return line?._id ?? randomUUID()
  }
}

type RequestArgs = [method: string, path: string, body: object]

async function send({ api }: Shop, { userId, token }: Buyer, [method, path, body]: RequestArgs) {
  return isDone(await api.request(`/api/${path}`, withToken(token, method, { userId, ...body })))
}

/** Whether the action was done or refused; a server error is neither. */
async function isDone(response: Response): Promise<boolean> {
  expect(response.status, await response.text()).toBeLessThan(500)
  return response.ok
}

async function order({ api }: Shop, buyer: Buyer, totalAmount: number): Promise<boolean> {
  const body = orderRequest(buyer, await readCart(api, buyer), { totalAmount })
  const { status, response } = await placeOrder(api, buyer, { body })
  expect(status, JSON.stringify(response)).toBeLessThan(500)
  return status === 200
}

async function cancel(shop: Shop, which: number): Promise<boolean> {
  const order = (await ordersOf(shop))[which]
  if (!order) return false
  const buyer = shop.buyers.find(({ userId }) => userId === order.userId)!
  const lines = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  const orderItemIds = lines.map(({ id }) => id)
  const body = { orderId: order.id, orderItemIds }
  return isDone(await shop.api.request('/api/orders/cancel', withToken(buyer.token, 'PUT', body)))
}

function ordersOf({ db, buyers }: Shop) {
  const ids = buyers.map(({ userId }) => userId)
  return db.select().from(orders).where(inArray(orders.userId, ids)).orderBy(asc(orders.placedAt))
}

async function readState(shop: Shop) {
  const { db, api, buyers, products, couponId } = shop
  const carts = await Promise.all(
    buyers.map(async (buyer) => modelCartOf(await readCart(api, buyer))),
  )
  const sizes = await db
    .select()
    .from(stockLevels)
    .where(inArray(stockLevels.productId, Object.values(products)))
  const nameOf = new Map(Object.entries(products).map(([name, id]) => [id, name]))
  const [used] = await db.select().from(coupons).where(eq(coupons.id, couponId))
  return {
    carts,
    stock: Object.fromEntries(
      sizes.map(({ productId, size, onHand }) => [`${nameOf.get(productId)}${size}`, onHand]),
    ),
    couponsUsed: used?.used,
    orders: (await ordersOf(shop)).map(({ totalPaise, status }) => ({
      totalPaise,
      isCancelled: status === 'Cancelled',
    })),
  }
}

function expectedState(model: ShopModel) {
  return {
    carts: model.shoppers.map(({ cart, hasCoupon }, by) => ({
      items: [...cart].sort(),
      goodsPaise: model.goods(by),
      coupon: hasCoupon,
    })),
    stock: model.stock,
    couponsUsed: model.couponsUsed,
    orders: model.orders.map(({ totalPaise, isCancelled }) => ({ totalPaise, isCancelled })),
  }
}

/** The embedded database is slower, so the full number runs on PostgreSQL only. */
const runs = isOnPostgres ? proofScale.modelRuns : proofScale.modelRuns / 4

/**
 * Each portion commits to its own database. In one long transaction PostgreSQL would plan with the
 * statistics of empty tables.
 */
test.for(portionsOf(runs, 200))(
  'bag, coupon, order and stock match a model, whatever two shoppers do [order.8] [bag.17] [coupon.3] [checkout.3]',
  { timeout: proofTimeoutMs },
  async (portion, { onTestFinished }) => {
    const fresh = await freshDatabase()
    onTestFinished(fresh.drop)
    const { db, close } = openConnection(fresh.url)
    onTestFinished(close)
    await compareWithModel(db, createTestApi(db, createTestDeps()), portion)
  },
)

import { createHash, randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'

import { cartLines, carts } from '#server/database/schema/carts.ts'
import { products, productSizes } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { vacuumDatabase } from '#server/database/openDatabase.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import { addresses, sessions, users } from '#server/database/schema/users.ts'
import { shippingCharges } from '#server/database/schema/storefront.ts'

/** A logged-in customer with three items in the bag and an address. */
export type BenchBuyer = { userId: string; headers: Record<string, string>; order: object }

type Goods = { productId: string; size: string; pricePaise: number }

const linesPerCart = 3
const maxConcurrent = 250
const stockPerSize = 1_000_000
const monthMs = 30 * 24 * 60 * 60 * 1000

/** Enough stock that nobody is refused; sold-out items have their own benchmark. */
export async function fillStock(db: Database): Promise<void> {
  await db.update(stockLevels).set({ onHand: stockPerSize })
}

/** Buyers about to place a cash order, written as rows so that nobody has to sign up. */
export async function createReadyBuyers(db: Database, count: number): Promise<BenchBuyer[]> {
  const goods = await readGoods(db)
  const [shipping] = await db
    .select()
    .from(shippingCharges)
    .where(eq(shippingCharges.shippingType, 'Standard'))
  const made: BenchBuyer[] = []
  while (made.length < count) {
    const batch = Math.min(maxConcurrent, count - made.length)
    const buyers = Array.from({ length: batch }, (_, nth) =>
      draftOf(goods, made.length + nth, shipping?.chargePaise ?? 0),
    )
    await insertBuyers(db, buyers)
    made.push(...buyers.map(({ buyer }) => buyer))
  }
  await vacuumDatabase(db)
  return made
}

/** Places the order of a buyer. */
export async function placeOrder(origin: string, { headers, order }: BenchBuyer): Promise<void> {
  const response = await fetch(`${origin}/api/cart/checkout`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(order),
  })
  if (!response.ok) throw new Error(await response.text())
}

function readGoods(db: Database): Promise<Goods[]> {
  return db
    .select({ productId: products.id, size: productSizes.size, pricePaise: products.pricePaise })
    .from(products)
    .innerJoin(productSizes, eq(productSizes.productId, products.id))
    .innerJoin(
      stockLevels,
      and(
        eq(stockLevels.productId, products.id),
        eq(stockLevels.size, productSizes.size),
        eq(stockLevels.warehouseId, 'indore'),
      ),
    )
    .where(and(isPublished, eq(productSizes.position, 0), gt(stockLevels.onHand, 0)))
    .orderBy(products.id)
    .limit(10_000)
}

/** Each buyer has other items than the one before, from the whole catalogue. */
function draftOf(goods: Goods[], nth: number, shippingPaise: number) {
  const userId = randomUUID()
  const addressId = randomUUID()
  const token = randomUUID()
  const lines = Array.from({ length: linesPerCart }, (_, line) => {
    const place = (nth * 7919 + line * 104_729) % goods.length
    return { id: randomUUID(), userId, ...(goods[place] as Goods) }
  })
  const order = {
    userId,
    addressId,
    totalAmount: lines.reduce((total, { pricePaise }) => total + pricePaise, shippingPaise),
    cart_item_ids: lines.map(({ id, size }) => ({ _id: id, purchaseType: 'Standard', size })),
    paymentMethod: 'cash on delivery',
  }
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return { buyer: { userId, headers, order }, addressId, token, lines }
}

async function insertBuyers(db: Database, drafts: ReturnType<typeof draftOf>[]) {
  const mapDrafts = <Row>(rowOf: (draft: (typeof drafts)[number]) => Row) => drafts.map(rowOf)
  await db.insert(users).values(
    mapDrafts(({ buyer: { userId } }) => {
      const person = { firstName: 'Bench', gender: 'other' as const, dateOfBirth: '1990-01-01' }
      return { id: userId, contactNumber: userId, ...person }
    }),
  )
  await db.insert(sessions).values(
    mapDrafts(({ buyer: { userId }, token }) => {
      const tokenHash = createHash('sha256').update(token).digest('base64url')
      return { userId, tokenHash, expiresAt: new Date(Date.now() + monthMs) }
    }),
  )
  await db.insert(addresses).values(
    mapDrafts(({ buyer: { userId }, addressId }) => ({
      id: addressId,
      userId,
      label: 'home' as const,
      street: `${userId.slice(0, 8)} Palm Residency, Vijay Nagar`,
      city: 'Indore',
      state: 'Madhya Pradesh',
      postalCode: '452010',
      latitude: 22.7533,
      longitude: 75.8937,
    })),
  )
  await db.insert(carts).values(mapDrafts(({ buyer: { userId } }) => ({ userId })))
  await db
    .insert(cartLines)
    .values(mapDrafts(({ lines }) => lines.map((line) => ({ ...line, quantity: 1 }))).flat())
}

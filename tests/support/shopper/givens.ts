import { and, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { cartLines, carts, coupons } from '#server/database/schema/carts.ts'
import {
  brands,
  categories,
  genders,
  products,
  productSizes,
} from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import { openSession } from '#server/platform/http/sessions.ts'

export type Shopper = { userId: string; token: string }

let phones = 0

/** A phone number that no other test uses. */
export const aPhone = () => String(6_000_000_000 + (process.pid % 90_000) * 10_000 + ++phones)

/** A logged-in customer. */
export async function aUser(
  db: Database,
  changes: Partial<typeof users.$inferInsert> = {},
): Promise<Shopper> {
  const userId = randomUUID()
  await db.insert(users).values({
    id: userId,
    contactNumber: aPhone(),
    firstName: 'Asha',
    lastName: 'Rao',
    gender: 'female',
    dateOfBirth: '1994-05-17',
    ...changes,
  })
  return { userId, token: await openSession(db, userId) }
}

type ProductOptions = Partial<Omit<typeof products.$inferInsert, 'stock'>> & {
  stock?: Record<string, number>
  brand?: Partial<typeof brands.$inferInsert>
}

/** Creates a published product, of its own brand, with this stock of each size in Indore. Returns its id. */
export async function onSale(db: Database, wanted: ProductOptions = {}): Promise<string> {
  const { stock = { S: 5, M: 5, L: 5 }, brand, ...changes } = wanted
  const id = randomUUID()
  await db.insert(brands).values({ id: `brand-${id}`, name: 'Amodra', ...brand })
  await db
    .insert(categories)
    .values({ id: 'kurtas', name: 'Kurtas', slug: 'kurtas' })
    .onConflictDoNothing()
  await db.insert(products).values({
    id,
    code: id,
    name: 'Blue kurta',
    brandId: brand?.id ?? `brand-${id}`,
    categoryId: 'kurtas',
    mrpPaise: 1999_00,
    pricePaise: 999_00,
    origin: 'India',
    maker: 'Amodra Crafts',
    makerAddress: 'Indore',
    netQuantity: '1 N',
    careContact: 'care@amodra.example',
    isPublished: true,
    ...changes,
  })
  await db.insert(warehouses).values(warehouseIn('indore')).onConflictDoNothing()
  const sizes = Object.entries(stock)
  await db
    .insert(productSizes)
    .values(sizes.map(([size], position) => ({ productId: id, size, position })))
  const levels = sizes.map(([size, onHand]) => ({ productId: id, size, onHand }))
  await db.insert(stockLevels).values(levels.map((level) => ({ ...level, warehouseId: 'indore' })))
  return id
}

/** The store in demo mode fills only a database without genders. */
export async function keepOutDemo(db: Database): Promise<void> {
  await db.insert(genders).values({ id: 'women', name: 'WOMEN', photo: '/women.webp' })
}

/**
 * A place in the centre of Indore, where Try & Buy is offered, and one in Pune, where it is not.
 */
export const indore = { latitude: '22.7533', longitude: '75.8937' }
export const pune = { latitude: '18.5679', longitude: '73.9143' }
/** A place in the mountains, far from every warehouse. */
export const remotePlace = { latitude: '34.1526', longitude: '77.5771' }

export const numbersOf = ({ latitude, longitude }: typeof indore) => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
})

/** A warehouse as `createWarehouses` makes it. */
export function warehouseIn(id: 'indore' | 'pune') {
  const { at, ...row } = {
    indore: { city: 'Indore', state: 'Madhya Pradesh', hasTryAndBuy: true, at: indore },
    pune: { city: 'Pune', state: 'Maharashtra', hasTryAndBuy: false, at: pune },
  }[id]
  return { id, name: row.city, radiusKm: 20, deliveryMinutes: 40, ...row, ...numbersOf(at) }
}

/** The store's warehouses: Indore with Try & Buy, and Pune. */
export async function createWarehouses(db: Database): Promise<void> {
  const rows = [warehouseIn('indore'), warehouseIn('pune')]
  await db.insert(warehouses).values(rows).onConflictDoNothing()
}

/** What a warehouse has of each size of a product, Indore by default. */
export async function stockOf(
  db: Database,
  productId: string,
  warehouseId = 'indore',
): Promise<Record<string, number>> {
  const isCounted = and(
    eq(stockLevels.productId, productId),
    eq(stockLevels.warehouseId, warehouseId),
  )
  const levels = await db.select().from(stockLevels).where(isCounted).orderBy(stockLevels.size)
  return Object.fromEntries(levels.map(({ size, onHand }) => [size, onHand]))
}

type Counted = { productId: string; warehouseId: string; stock: Record<string, number> }

/** Gives a warehouse this stock of each size of a product. */
export async function stockUp(db: Database, { productId, warehouseId, stock }: Counted) {
  const levels = Object.entries(stock).map(([size, onHand]) => ({ size, onHand }))
  await db
    .insert(stockLevels)
    .values(levels.map((level) => ({ ...level, productId, warehouseId })))
    .onConflictDoUpdate({
      target: [stockLevels.productId, stockLevels.size, stockLevels.warehouseId],
      set: { onHand: sql`excluded.on_hand` },
    })
}

type CartLineOptions = Pick<typeof cartLines.$inferInsert, 'productId'> & {
  size?: string
  quantity?: number
  trialSize?: string
  couponId?: string
}

/** Adds an item to a user's bag; with a trial size, to a Try & Buy bag. Returns the line's id. */
export async function addToCart(
  db: Database,
  userId: string,
  line: CartLineOptions,
): Promise<string> {
  const id = randomUUID()
  const { couponId = null, ...rest } = line
  const chosen = {
    purchaseType: line.trialSize ? ('Try and Buy' as const) : ('Standard' as const),
    couponId,
  }
  await db
    .insert(carts)
    .values({ userId, ...chosen })
    .onConflictDoUpdate({ target: carts.userId, set: chosen })
  await db.insert(cartLines).values({ id, userId, size: 'M', quantity: 1, ...rest })
  return id
}

/** Saves an address, in Indore by default. Returns its id. */
export async function saveAddress(
  db: Database,
  userId: string,
  changes: Partial<typeof addresses.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID()
  await db.insert(addresses).values({
    id,
    userId,
    label: 'home',
    street: '12 Scheme 78',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    ...numbersOf(indore),
    ...changes,
  })
  return id
}

/** A coupon of ₹100 off, for everybody. */
export async function aCoupon(
  db: Database,
  changes: Partial<typeof coupons.$inferInsert> = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUID()
  const name = `SAVE${id.slice(0, 8).toUpperCase()}`
  const discount = { discountType: 'flat', amountPaise: 100_00 } as const
  await db.insert(coupons).values({ id, name, ...discount, ...changes })
  return { id, name: changes.name ?? name }
}

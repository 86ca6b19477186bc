import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  brands,
  categories,
  products,
  productSizes,
  stockMoves,
} from '#server/database/schema/catalogue.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { isMigrated, migrate } from '#server/database/migrate.ts'
import { readProducts } from '#server/commerce/products.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { recordStockCount, releaseStock, reserveStock } from '#server/commerce/stock.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'

let fresh: FreshDatabase
let store: Connection
let db: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
  db = store.db
  await db.insert(brands).values({ id: 'amodra', name: 'Amodra' })
  await db.insert(categories).values({ id: 'kurtas', name: 'Kurtas', slug: 'kurtas' })
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

let made = 0

/** Creates a published product with this stock in each size. */
async function createStocked(stock: Record<string, number>): Promise<string> {
  const id = `kurta-${++made}`
  await db.insert(products).values({
    id,
    code: id,
    name: 'Blue kurta',
    brandId: 'amodra',
    categoryId: 'kurtas',
    mrpPaise: 1999_00,
    pricePaise: 999_00,
    origin: 'India',
    maker: 'Amodra Crafts',
    makerAddress: 'Indore',
    netQuantity: '1 N',
    careContact: 'care@amodra.example',
    isPublished: true,
  })
  const sizes = Object.entries(stock)
  await db
    .insert(productSizes)
    .values(sizes.map(([size, onHand], position) => ({ productId: id, size, onHand, position })))
  return id
}

async function stockOf(productId: string) {
  const [row] = await db
    .select({ stock: products.stock, sizesInStock: products.sizesInStock, has: products.isInStock })
    .from(products)
    .where(eq(products.id, productId))
  return row
}

const order = (reference: string) => ({ reason: 'order', reference }) as const

/** The number of successful buyers; any failure except "sold out" fails the test. */
async function countSuccessful(attempts: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(attempts)
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof StoreError)) throw result.reason
    expect(result.reason.code).toBe('out_of_stock')
  }
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('migrating', () => {
  test('a second time, and by many at once, changes nothing', async () => {
    await Promise.all([migrate(db), migrate(db), migrate(db)])

    expect(await isMigrated(db)).toBe(true)
  })
})

describe('reserving stock', () => {
  test('reduces the stock that lists show, in the order of the sizes', async () => {
    const productId = await createStocked({ S: 1, M: 4, L: 0 })

    await db.transaction((tx) =>
      reserveStock(tx, [{ productId, size: 'S', quantity: 1 }], order('a1')),
    )

    expect(await stockOf(productId)).toEqual({
      stock: { S: 0, M: 4, L: 0 },
      sizesInStock: ['M'],
      has: true,
    })
    expect((await readProducts(db, [productId])).get(productId)).toMatchObject({
      size: ['S', 'M', 'L'],
      stock: { S: 0, M: 4, L: 0 },
      discountedPrice: 999,
      discountPercentage: 50,
    })
  })

  test('adds up the same size in two lines', async () => {
    const productId = await createStocked({ M: 3 })
    const two = { productId, size: 'M', quantity: 2 }

    const reserving = db.transaction((tx) => reserveStock(tx, [two, two], order('a2')))

    await expect(reserving).rejects.toThrow('Only 3 left of Blue kurta in size M')
    expect((await stockOf(productId))?.stock).toEqual({ M: 3 })
  })

  test('reserves nothing if one of the items is sold out, and names it', async () => {
    const first = await createStocked({ M: 3 })
    const gone = await createStocked({ L: 0 })

    const reserving = db.transaction((tx) =>
      reserveStock(
        tx,
        [
          { productId: first, size: 'M', quantity: 1 },
          { productId: gone, size: 'L', quantity: 1 },
        ],
        order('a3'),
      ),
    )

    await expect(reserving).rejects.toThrow('Blue kurta in size L is sold out')
    expect((await stockOf(first))?.stock).toEqual({ M: 3 })
  })

  test('happens once per cause, and so does releasing', async () => {
    const productId = await createStocked({ M: 1 })
    const items = [{ productId, size: 'M', quantity: 1 }]
    const cancel = { reason: 'order_cancelled', reference: 'a4' } as const

    for (const _time of [1, 2, 3]) {
      await db.transaction((tx) => reserveStock(tx, items, order('a4')))
    }
    const reserved = await stockOf(productId)
    const back = () => db.transaction((tx) => releaseStock(tx, items, cancel))
    await Promise.all([back(), back(), back()])

    expect(reserved?.has).toBe(false)
    expect(await stockOf(productId)).toMatchObject({ stock: { M: 1 }, has: true })
    expect(await db.$count(stockMoves, eq(stockMoves.productId, productId))).toBe(2)
  })

  test('refuses a repeat with another size that is sold out [order.8]', async () => {
    const productId = await createStocked({ S: 1, M: 0 })
    const small = { productId, size: 'S', quantity: 1 }
    await db.transaction((tx) => reserveStock(tx, [small], order('a5')))

    const reserving = db.transaction((tx) =>
      reserveStock(tx, [small, { ...small, size: 'M' }], order('a5')),
    )

    await expect(reserving).rejects.toThrow('Blue kurta in size M is sold out')
    const other = await createStocked({ S: 0 })
    const another = db.transaction((tx) =>
      reserveStock(tx, [small, { ...small, productId: other }], order('a5')),
    )
    await expect(another).rejects.toThrow('Blue kurta in size S is sold out')
  })

  test('reserves on a repeat only the items that the first attempt did not [order.8]', async () => {
    const productId = await createStocked({ S: 1, M: 3, L: 2 })
    const small = { productId, size: 'S', quantity: 1 }
    await db.transaction((tx) => reserveStock(tx, [small], order('a6')))

    const items = [small, { ...small, size: 'M', quantity: 2 }, { ...small, size: 'L' }]
    for (const _time of [1, 2]) {
      await db.transaction((tx) => reserveStock(tx, items, order('a6')))
    }

    expect((await stockOf(productId))?.stock).toEqual({ S: 0, M: 1, L: 1 })
  })

  test('is not counted for a size in which the product is not sold', async () => {
    const productId = await createStocked({ M: 1 })

    await expect(
      recordStockCount(db, { productId, size: 'XL', quantity: 3 }),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: 'This product is not sold in size XL',
    })
  })

  test('never goes below zero, even by SQL', async () => {
    const productId = await createStocked({ M: 1 })

    const overselling = db
      .update(productSizes)
      .set({ onHand: -1 })
      .where(eq(productSizes.productId, productId))

    await expect(overselling).rejects.toThrow()
  })
})

describe('buyers at the same moment', () => {
  test('200 for 5 items: exactly 5 succeed [safe.1] [order.8]', async () => {
    const productId = await createStocked({ M: 5 })
    const buy = (buyer: number) =>
      inTransaction(db, (tx) =>
        reserveStock(tx, [{ productId, size: 'M', quantity: 1 }], order(`race-${buyer}`)),
      )

    const winners = await countSuccessful(Array.from({ length: 200 }, (_, buyer) => buy(buyer)))

    expect(winners).toBe(5)
    expect(await stockOf(productId)).toMatchObject({ stock: { M: 0 }, has: false })
  }, 60_000)

  test('bags with the same items in any order never deadlock [safe.1]', async () => {
    const productIds = await Promise.all(
      Array.from({ length: 6 }, () => createStocked({ S: 400, M: 400 })),
    )
    const items = productIds.flatMap((productId) =>
      ['S', 'M'].map((size) => ({ productId, size, quantity: 1 })),
    )
    const basket = (buyer: number) =>
      [...items].sort((a, b) => hash(buyer, a) - hash(buyer, b)).slice(0, 4)

    // A plain transaction, in which a deadlock fails the test instead of being retried.
    const buyers = Array.from({ length: 150 }, (_, buyer) =>
      db.transaction((tx) => reserveStock(tx, basket(buyer), order(`basket-${buyer}`))),
    )

    expect(await countSuccessful(buyers)).toBe(150)
    expect(await totalStockOf(productIds)).toEqual({ left: 4200, shown: 4200 })
  }, 60_000)

  test('buying several sizes of one product keeps lists correct', async () => {
    const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
    const productIds = await Promise.all(
      [1, 2].map(() => createStocked(Object.fromEntries(sizes.map((size) => [size, 20])))),
    )
    const buy = (size: string, time: number) =>
      db.transaction((tx) =>
        reserveStock(
          tx,
          productIds.map((productId) => ({ productId, size, quantity: 1 })),
          order(`size-${size}-${time}`),
        ),
      )
    const times = Array.from({ length: 10 }, (_, time) => time)

    await Promise.all(times.flatMap((time) => sizes.map((size) => buy(size, time))))

    expect(await totalStockOf(productIds)).toEqual({ left: 120, shown: 120 })
  }, 60_000)
})

/** The stock, and the number that the products show. */
async function totalStockOf(productIds: string[]) {
  const { rows } = await db.execute(sql`
    select sum(on_hand)::int as left,
      (select sum(value::int)::int from products p, jsonb_each_text(p.stock)
        where p.id in ${productIds}) as shown
    from product_sizes where product_id in ${productIds}`)
  return rows[0]
}

/** Another order of items for each buyer, the same in every run. */
function hash(buyer: number, { productId, size }: { productId: string; size: string }): number {
  const text = `${buyer}${productId}${size}`
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
}

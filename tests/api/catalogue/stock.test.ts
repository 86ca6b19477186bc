import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { brands, categories, products, productSizes } from '#server/database/schema/catalogue.ts'
import { stockLevels, stockMoves } from '#server/database/schema/stock.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { isMigrated, migrate } from '#server/database/migrate.ts'
import { readProducts } from '#server/commerce/catalogue/products.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import {
  lockStock,
  recordStockCount,
  releaseStock,
  reserveStock,
  type StockItem,
} from '#server/commerce/stock.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { createWarehouses, stockUp } from '#tests/support/shopper/givens.ts'

let fresh: FreshDatabase
let store: Connection
let db: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
  db = store.db
  await createWarehouses(db)
  await db.insert(brands).values({ id: 'amodra', name: 'Amodra' })
  await db.insert(categories).values({ id: 'kurtas', name: 'Kurtas', slug: 'kurtas' })
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

let made = 0

/** Creates a published product with this stock of each size in Indore. */
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
  const sizes = Object.keys(stock).map((size, position) => ({ productId: id, size, position }))
  await db.insert(productSizes).values(sizes)
  await stockUp(db, { productId: id, warehouseId: 'indore', stock })
  return id
}

async function stockOf(productId: string) {
  const [row] = await db
    .select({ stock: products.stock, sizesInStock: products.sizesInStock, has: products.isInStock })
    .from(products)
    .where(eq(products.id, productId))
  return row
}

/** One piece in size M from Indore. */
const inIndore = (productId: string) => ({
  warehouseId: 'indore',
  productId,
  size: 'M',
  quantity: 1,
})

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
  test('reduces the stock that lists show', async () => {
    const productId = await createStocked({ S: 1, M: 4, L: 0 })

    await db.transaction((tx) =>
      reserveStock(tx, [{ ...inIndore(productId), size: 'S' }], order('a1')),
    )

    expect(await stockOf(productId)).toEqual({
      stock: { indore: { M: 4 } },
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
    const two = { ...inIndore(productId), quantity: 2 }

    const reserving = db.transaction((tx) => reserveStock(tx, [two, two], order('a2')))

    await expect(reserving).rejects.toThrow('Only 3 left of Blue kurta in size M')
    expect((await stockOf(productId))?.stock).toEqual({ indore: { M: 3 } })
  })

  test('reserves nothing if one of the items is sold out, and names it', async () => {
    const first = await createStocked({ M: 3 })
    const gone = await createStocked({ L: 0 })

    const reserving = db.transaction((tx) =>
      reserveStock(
        tx,
        [
          { ...inIndore(first), size: 'M' },
          { ...inIndore(gone), size: 'L' },
        ],
        order('a3'),
      ),
    )

    await expect(reserving).rejects.toThrow('Blue kurta in size L is sold out')
    expect((await stockOf(first))?.stock).toEqual({ indore: { M: 3 } })
  })

  test('happens once per cause, and so does releasing', async () => {
    const productId = await createStocked({ M: 1 })
    const items = [inIndore(productId)]
    const cancel = { reason: 'order_cancelled', reference: 'a4' } as const

    for (const _time of [1, 2, 3]) {
      await db.transaction((tx) => reserveStock(tx, items, order('a4')))
    }
    const reserved = await stockOf(productId)
    const back = () => db.transaction((tx) => releaseStock(tx, items, cancel))
    await Promise.all([back(), back(), back()])

    expect(reserved?.has).toBe(false)
    expect(await stockOf(productId)).toMatchObject({ stock: { indore: { M: 1 } }, has: true })
    expect(await db.$count(stockMoves, eq(stockMoves.productId, productId))).toBe(2)
  })

  test('refuses a repeat with another size that is sold out [order.8]', async () => {
    const productId = await createStocked({ S: 1, M: 0 })
    const small = { ...inIndore(productId), size: 'S' }
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
    const small = { ...inIndore(productId), size: 'S' }
    await db.transaction((tx) => reserveStock(tx, [small], order('a6')))

    const items = [small, { ...small, size: 'M', quantity: 2 }, { ...small, size: 'L' }]
    for (const _time of [1, 2]) {
      await db.transaction((tx) => reserveStock(tx, items, order('a6')))
    }

    expect((await stockOf(productId))?.stock).toEqual({ indore: { M: 1, L: 1 } })
  })

  test('is not counted for a size in which the product is not sold', async () => {
    const productId = await createStocked({ M: 1 })

    await expect(
      recordStockCount(db, { ...inIndore(productId), size: 'XL', quantity: 3 }),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: 'This product is not sold in size XL',
    })
  })

  test('never goes below zero, even by SQL', async () => {
    const productId = await createStocked({ M: 1 })

    const overselling = db
      .update(stockLevels)
      .set({ onHand: -1 })
      .where(eq(stockLevels.productId, productId))

    await expect(overselling).rejects.toThrow()
  })
})

describe('buyers at the same moment', () => {
  test('200 for 5 items: exactly 5 succeed [safe.1] [order.8]', async () => {
    const productId = await createStocked({ M: 5 })
    const buy = (buyer: number) =>
      inTransaction(db, (tx) => reserveStock(tx, [inIndore(productId)], order(`race-${buyer}`)))

    const winners = await countSuccessful(Array.from({ length: 200 }, (_, buyer) => buy(buyer)))

    expect(winners).toBe(5)
    expect(await stockOf(productId)).toMatchObject({ stock: {}, has: false })
  }, 60_000)

  test('bags with the same items in any order never deadlock [safe.1]', async () => {
    const productIds = await Promise.all(
      Array.from({ length: 6 }, () => createStocked({ S: 400, M: 400 })),
    )
    const items = productIds.flatMap((productId) =>
      ['S', 'M'].map((size) => ({ ...inIndore(productId), size })),
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
          productIds.map((productId) => ({ ...inIndore(productId), size })),
          order(`size-${size}-${time}`),
        ),
      )
    const times = Array.from({ length: 10 }, (_, time) => time)

    await Promise.all(times.flatMap((time) => sizes.map((size) => buy(size, time))))

    expect(await totalStockOf(productIds)).toEqual({ left: 120, shown: 120 })
  }, 60_000)
})

describe('two warehouses', () => {
  const inPune = (productId: string) => ({ ...inIndore(productId), warehouseId: 'pune' })

  test('sell what each of them has, to 200 buyers at the same moment [safe.1] [order.8]', async () => {
    const productId = await createStocked({ M: 5 })
    await stockUp(db, { productId, warehouseId: 'pune', stock: { M: 3 } })
    const buy = (item: StockItem, buyer: number) =>
      inTransaction(db, (tx) => reserveStock(tx, [item], order(`${item.warehouseId}-${buyer}`)))
    const buyers = Array.from({ length: 100 }, (_, buyer) => buyer)

    const [fromIndore, fromPune] = await Promise.all(
      [inIndore(productId), inPune(productId)].map((item) =>
        countSuccessful(buyers.map((buyer) => buy(item, buyer))),
      ),
    )

    expect([fromIndore, fromPune]).toEqual([5, 3])
    expect(await stockOf(productId)).toMatchObject({ stock: {}, has: false })
  }, 60_000)

  test('never deadlock over the same products [safe.1]', async () => {
    const productIds = await Promise.all(
      Array.from({ length: 6 }, () => createStocked({ S: 200, M: 200 })),
    )
    const stock = { S: 200, M: 200 }
    for (const productId of productIds) await stockUp(db, { productId, warehouseId: 'pune', stock })
    const items = productIds.flatMap((productId) =>
      ['S', 'M'].flatMap((size) => [
        { ...inIndore(productId), size },
        { ...inPune(productId), size },
      ]),
    )
    const basket = (buyer: number) =>
      [...items].sort((a, b) => hash(buyer, a) - hash(buyer, b)).slice(0, 4)
    // As a checkout that replaces an unpaid order: it releases some items and reserves others.
    const replace = (buyer: number) =>
      db.transaction(async (tx) => {
        const [before, after] = [basket(buyer), basket(buyer + 1000)]
        await lockStock(tx, [...before, ...after])
        await releaseStock(tx, before, { reason: 'hold_expired', reference: `swap-${buyer}` })
        await reserveStock(tx, after, order(`swap-${buyer}`))
      })

    expect(await countSuccessful(Array.from({ length: 150 }, (_, buyer) => replace(buyer)))).toBe(
      150,
    )
    expect(await totalStockOf(productIds)).toEqual({ left: 4800, shown: 4800 })
  }, 60_000)

  test('one sells out while the other one still has it', async () => {
    const productId = await createStocked({ S: 1, M: 1 })
    await stockUp(db, { productId, warehouseId: 'pune', stock: { M: 2 } })

    await db.transaction((tx) => reserveStock(tx, [inIndore(productId)], order('a7')))

    expect(await stockOf(productId)).toEqual({
      stock: { indore: { S: 1 }, pune: { M: 2 } },
      sizesInStock: ['M', 'S'],
      has: true,
    })
    const seenFrom = async (warehouseId?: string) =>
      (await readProducts(db, [productId], warehouseId)).get(productId)?.stock
    expect(await seenFrom('indore')).toEqual({ S: 1, M: 0 })
    expect(await seenFrom('pune')).toEqual({ S: 0, M: 2 })
    expect(await seenFrom()).toEqual({ S: 1, M: 2 })
    const again = db.transaction((tx) => reserveStock(tx, [inIndore(productId)], order('a8')))
    await expect(again).rejects.toThrow('Blue kurta in size M is sold out')
  })

  test('what is returned to a warehouse that never had it is in its stock', async () => {
    const productId = await createStocked({ M: 1 })

    await db.transaction((tx) =>
      releaseStock(tx, [inPune(productId)], { reason: 'returned', reference: 'a9' }),
    )

    expect((await stockOf(productId))?.stock).toEqual({ indore: { M: 1 }, pune: { M: 1 } })
  })
})

/** The stock, and the number that the products show. */
async function totalStockOf(productIds: string[]) {
  const { rows } = await db.execute(sql`
    select sum(on_hand)::int as left,
      (select sum(value::int)::int
        from products p, jsonb_each(p.stock) w (warehouse, stock), jsonb_each_text(w.stock)
        where p.id in ${productIds}) as shown
    from stock_levels where product_id in ${productIds}`)
  return rows[0]
}

/** Another order of items for each buyer, the same in every run. */
function hash(buyer: number, { productId, size }: { productId: string; size: string }): number {
  const text = `${buyer}${productId}${size}`
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
}

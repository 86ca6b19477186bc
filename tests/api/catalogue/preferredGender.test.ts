import { describe, expect } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { brands } from '#server/database/schema/catalogue.ts'
import { orders } from '#server/database/schema/orders.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { countPopularity } from '#server/jobs/popularity.ts'
import { test } from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'

/** Kurtas for women and men by turns, and one for men that is sold out. */
async function aShop(db: Database) {
  for (let nth = 0; nth < 6; nth++)
    await given.onSale(db, { genderIds: [nth % 2 === 0 ? 'women' : 'men'], name: `Kurta ${nth}` })
  await given.onSale(db, { genderIds: ['men'], name: 'Kurta 9', stock: { M: 0 } })
}

describe('the preferred gender', () => {
  const namesIn = async (db: Database, query: object) =>
    (await listProducts(db, query)).data.map(({ name }) => Number(name.replace('Kurta ', '')))
  const isOfMen = (nth: number) => nth % 2 === 1

  test('comes first in searches and lists; what is sold out stays last [search.1] [list.1]', async ({
    db,
  }) => {
    await aShop(db)

    for (const query of [{ search: 'kurta' }, {}]) {
      const men = await namesIn(db, { ...query, prefer: 'men' })
      expect(men.map(isOfMen)).toEqual([true, true, true, false, false, false, true])
      const women = await namesIn(db, { ...query, prefer: 'women' })
      expect(women.map(isOfMen)).toEqual([false, false, false, true, true, true, true])
    }
  })

  test('gives way to a gender in the search, and to a sort order [search.1] [list.1]', async ({
    db,
  }) => {
    await aShop(db)

    const named = await namesIn(db, { search: 'kurta for women', prefer: 'men' })
    expect(named.map(isOfMen)).toEqual([false, false, false])
    const byDate = { sortBy: 'newest', prefer: 'men' } as const
    expect(await namesIn(db, byDate)).toEqual(await namesIn(db, { sortBy: 'newest' }))
  })
})

test('a list with a preferred gender shows all its products page by page, several brands first [list.4]', async ({
  db,
}) => {
  await db.insert(brands).values({ id: 'amodra', name: 'Amodra' })
  const sell = (count: number, changes: object) =>
    Promise.all(Array.from({ length: count }, () => given.onSale(db, changes)))
  const ofAmodra = await sell(12, { genderIds: ['men'], brandId: 'amodra' })
  const men = new Set([...ofAmodra, ...(await sell(8, { genderIds: ['men'] }))])
  await sell(70, { genderIds: ['women'] })

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listProducts(db, { prefer: 'men', limit: '25', ...(cursor && { cursor }) })
    seen.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)

  expect(new Set(seen).size).toBe(90)
  expect(seen.map((id) => men.has(id))).toEqual(seen.map((_, nth) => nth < men.size))
  expect(seen.slice(0, 12).filter((id) => ofAmodra.includes(id))).toHaveLength(4)
})

test('“Popular” has only what customers bought [home.3]', async ({ db, me, kurta, place }) => {
  const saved = await given.onSale(db)
  const sold = async () => (await listProducts(db, { sold: 'true' })).data.map(({ _id }) => _id)
  await countPopularity(db)
  expect(await sold()).toEqual([])

  await given.addToCart(db, me.userId, { productId: kurta })
  expect((await place()).status).toBe(200)
  await given.addToCart(db, me.userId, { productId: saved })
  await countPopularity(db)
  expect(await sold()).toEqual([kurta])

  await db.update(orders).set({ status: 'Cancelled' })
  await countPopularity(db)
  expect(await sold()).toEqual([])
})

test('the sizes of shoes are offered in lists of shoes only [list.2]', async ({ db }) => {
  await given.onSale(db, { name: 'Jutti', stock: { 'UK 4': 1, 'UK 5': 1 } })
  const sizesOf = async (query: object) => (await readFilters(db, query)).size
  expect(await sizesOf({})).toEqual(['UK 4', 'UK 5'])

  await given.onSale(db, { name: 'Kurta', stock: { M: 1 } })
  await given.onSale(db, { name: 'Bag', stock: { 'Free size': 1 } })

  expect(await sizesOf({})).toEqual(['M', 'Free size'])
  expect(await sizesOf({ search: 'jutti' })).toEqual(['UK 4', 'UK 5'])
})

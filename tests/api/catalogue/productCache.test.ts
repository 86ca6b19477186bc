import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { createProductCache, readProducts } from '#server/commerce/catalogue/products.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

test('the products of lists are read again after a second, or after a change', async ({ db }) => {
  const cache = createProductCache(1000)
  const ids = [await onSale(db, { pricePaise: 500_00 }), 'no-such-product']
  const prices = async () => {
    const found = await cache.read(db, ids)
    return ids.map((id) => found.get(id)?.discountedPrice)
  }
  const changePrice = (pricePaise: number) => db.update(products).set({ pricePaise })

  expect(await prices()).toEqual([500, undefined])
  await changePrice(400_00)
  vi.advanceTimersByTime(999)
  expect(await prices()).toEqual([500, undefined])
  vi.advanceTimersByTime(1)
  expect(await prices()).toEqual([400, undefined])

  await changePrice(300_00)
  cache.clear()
  expect(await prices()).toEqual([300, undefined])
})

test('products that were being read during a change are not kept', async ({ db }) => {
  const cache = createProductCache(1000)
  const id = await onSale(db, { pricePaise: 500_00 })
  const early = cache.read(db, [id])
  cache.clear()
  expect((await early).get(id)?.discountedPrice).toBe(500)

  await db.update(products).set({ pricePaise: 400_00 }).where(eq(products.id, id))
  expect((await cache.read(db, [id])).get(id)?.discountedPrice).toBe(400)
})

test('products are shared by lists, and only missing ones are read', async ({ db }) => {
  const cache = createProductCache(1000)
  const [first, second] = [await onSale(db, {}), await onSale(db, {})]
  await cache.read(db, [first])
  await db.update(products).set({ name: 'Renamed' })

  const both = await cache.read(db, [first, second])

  expect(both.get(first)?.name).not.toBe('Renamed')
  expect(both.get(second)?.name).toBe('Renamed')
  expect((await readProducts(db, [first])).get(first)?.name).toBe('Renamed')
})

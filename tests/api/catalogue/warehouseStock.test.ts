import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import { schemas } from '#contract/api/schemas.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import type { Database } from '#server/database/client/connect.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { orders } from '#server/database/schema/orders.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { changeWarehouse } from '#server/features/location/warehouses.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { sendProductAlerts } from '#server/jobs/productAlerts.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { readCart, test as checkoutTest } from '#tests/support/api/tests/checkoutTest.ts'
import { test as notificationTest } from '#tests/support/api/tests/notificationTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { importRows, kurta as row } from '#tests/support/api/importRows.ts'
import * as given from '#tests/support/shopper/givens.ts'

const test = apiTest

/** A kurta for Indore in S and M, for Pune in M, and one that only Pune has. */
async function stockedShop(db: Database) {
  await given.createWarehouses(db)
  const both = await given.onSale(db, { name: 'Both kurta', stock: { S: 2, M: 4 } })
  const inPune = await given.onSale(db, { name: 'Pune kurta', stock: { S: 0, M: 0 } })
  await given.stockUp(db, { productId: both, warehouseId: 'pune', stock: { M: 1 } })
  await given.stockUp(db, { productId: inPune, warehouseId: 'pune', stock: { S: 3 } })
  return { both, inPune }
}

describe('a list has the stock of the warehouse that serves the shopper', () => {
  test('in its cards, its order and its filters [list.2] [list.4]', async ({ db }) => {
    const { both, inPune } = await stockedShop(db)
    const index = createCatalogueIndex()
    const listFor = async (query: { warehouse?: string; size?: string; inStock?: 'true' }) =>
      (await listProducts(db, query, { index })).data.map(({ _id, stock }) => [_id, stock])

    expect(await listFor({ warehouse: 'indore' })).toEqual([
      [both, { S: 2, M: 4 }],
      [inPune, { S: 0, M: 0 }],
    ])
    expect(await listFor({ warehouse: 'pune', size: 'S' })).toEqual([[inPune, { S: 3, M: 0 }]])
    expect(await listFor({ warehouse: 'indore', inStock: 'true' })).toHaveLength(1)
    expect(new Map((await listFor({})) as never)).toEqual(
      new Map([
        [both, { S: 2, M: 4 }],
        [inPune, { S: 3, M: 0 }],
      ]),
    )
    const countsFor = async (warehouse?: string) =>
      (await readFilters(db, { warehouse }, index)).counts
    expect(await countsFor('indore')).toMatchObject({ inStock: 1, size: { S: 1, M: 1 } })
    expect(await countsFor('pune')).toMatchObject({ inStock: 2, size: { S: 1, M: 1 } })
    expect(await countsFor()).toMatchObject({ inStock: 2, size: { S: 2, M: 1 } })
  })

  test('and shows what sells out last, page by page [list.4]', async ({ db }) => {
    await given.createWarehouses(db)
    const isFromPune = (nth: number) => nth % 3 === 0
    for (let nth = 0; nth < 30; nth++) {
      const productId = await given.onSale(db, { stock: { M: 1 } })
      if (isFromPune(nth))
        await given.stockUp(db, { productId, warehouseId: 'pune', stock: { M: 1 } })
    }
    const seen: string[] = []
    const inStock: boolean[] = []
    let cursor: string | undefined
    do {
      const query = { limit: '7', warehouse: 'pune', ...(cursor && { cursor }) }
      const page = await listProducts(db, query)
      seen.push(...page.data.map(({ _id }) => _id))
      inStock.push(...page.data.map(({ stock }) => stock.M === 1))
      cursor = page.nextCursor ?? undefined
    } while (cursor)

    expect(new Set(seen).size).toBe(30)
    expect(inStock).toEqual(Array.from({ length: 30 }, (_, nth) => nth < 10))
  })

  test('until it closes: then that of the open ones, or of all if all are closed [loc.9]', async ({
    db,
  }) => {
    const { inPune } = await stockedShop(db)
    const index = createCatalogueIndex()
    const stockFor = async (warehouse?: string) => {
      await index.refresh(db)
      const { data } = await listProducts(db, { ...(warehouse && { warehouse }) }, { index })
      const inStock = (await readFilters(db, { warehouse }, index)).counts?.inStock
      return { inStock, ofPune: data.find(({ _id }) => _id === inPune)?.stock.S }
    }

    expect(await stockFor()).toEqual({ inStock: 2, ofPune: 3 })
    await changeWarehouse(db, 'pune', { isOpen: false })
    expect(await stockFor()).toEqual({ inStock: 1, ofPune: 0 })
    expect(await stockFor('pune')).toEqual({ inStock: 1, ofPune: 0 })
    await changeWarehouse(db, 'pune', { closedUntil: new Date(Date.now() - 1000) })
    expect(await stockFor('pune')).toEqual({ inStock: 2, ofPune: 3 })
    await db.update(warehouses).set({ isOpen: false, closedUntil: null })
    expect(await stockFor()).toEqual({ inStock: 2, ofPune: 3 })
    expect(await stockFor('indore')).toEqual({ inStock: 1, ofPune: 0 })
  })
})

test('a product page, suggestions and pairings follow the warehouse; without one the page says where it is not [product.1]', async ({
  db,
  api,
}) => {
  const { both, inPune } = await stockedShop(db)
  const read = async (path: string) => (await api.request(`/api/${path}`)).json()
  const pageOf = async (id: string, query = '') =>
    ((await read(`products/${id}${query}`)) as { result: object }).result

  expect(await pageOf(inPune)).toMatchObject({ stock: { S: 3, M: 0 }, unavailableIn: 'Indore' })
  expect(await pageOf(both)).not.toHaveProperty('unavailableIn')
  const fromIndore = await pageOf(inPune, '?warehouse=indore')
  expect(fromIndore).toMatchObject({ stock: { S: 0, M: 0 } })
  expect(fromIndore).not.toHaveProperty('unavailableIn')
  const suggestions = 'products/elastic-search?search=kurta'
  expect(await read(`${suggestions}&warehouse=indore`)).toMatchObject({
    result: { data: [{ _id: both }, { _id: inPune, stock: { S: 0 } }] },
  })
})

describe('the bag and the checkout', () => {
  checkoutTest(
    'take what the warehouse of the address has [order.8] [bag.5]',
    async ({ api, db, me, place }) => {
      const { both, inPune } = await stockedShop(db)
      const send = async (method: string, path: string, body: object) =>
        api.request(`/api/${path}`, withToken(me.token, method, { userId: me.userId, ...body }))
      const wrong = { productId: inPune, size: 'S' }

      const refused = await send('POST', 'cart/add?warehouse=indore', wrong)
      await send('POST', 'cart/add?warehouse=indore', { productId: both, size: 'M', quantity: 2 })
      const seenFromPune = await api.request(
        `/api/cart/view/${me.userId}?warehouse=pune`,
        withToken(me.token),
      )
      const pune = await given.saveAddress(db, me.userId, {
        ...given.numbersOf(given.pune),
        ...{ city: 'Pune', state: 'Maharashtra', postalCode: '411014' },
      })
      const toPune = await place({ addressId: pune })
      const toIndore = await place()

      expect(await refused.json()).toMatchObject({ code: 'out_of_stock' })
      expect(await seenFromPune.json()).toMatchObject({
        result: { products: [{ productId: { stock: { S: 0, M: 1 } }, quantity: 2 }] },
      })
      expect(toPune).toMatchObject({
        status: 409,
        response: { code: 'out_of_stock', msg: 'Only 1 left of Both kurta in size M' },
      })
      expect(toIndore.status).toBe(200)
      expect(await given.stockOf(db, both)).toEqual({ S: 2, M: 2 })
      expect(await given.stockOf(db, both, 'pune')).toEqual({ M: 1 })
    },
  )

  checkoutTest(
    'show what the warehouse of the address has when a price has changed [checkout.3] [bag.5]',
    async ({ db, me, place }) => {
      const { inPune } = await stockedShop(db)
      await given.addToCart(db, me.userId, { productId: inPune, size: 'S' })

      const { response } = await place({ totalAmount: 1 })

      expect(response).toMatchObject({
        code: 'price_changed',
        lines: [{ productId: { stock: { S: 0, M: 0 } } }],
      })
    },
  )

  checkoutTest(
    'return to the warehouse from which the order came [order.8]',
    async ({ api, db, me, place }) => {
      const { both } = await stockedShop(db)
      const pune = await given.saveAddress(db, me.userId, {
        ...given.numbersOf(given.pune),
        ...{ city: 'Pune', state: 'Maharashtra', postalCode: '411014' },
      })
      await given.addToCart(db, me.userId, { productId: both })
      const before = await readCart(api, me)
      expect(before.products).toHaveLength(1)
      expect((await place({ addressId: pune })).status).toBe(200)
      expect(await given.stockOf(db, both, 'pune')).toEqual({ M: 0 })

      const [order] = await db.select().from(orders).where(eq(orders.userId, me.userId))
      await transitionOrder(db, { orderId: order?.id ?? '', to: 'Cancelled', by: 'shopper' })

      expect(order?.warehouseId).toBe('pune')
      expect(await given.stockOf(db, both, 'pune')).toEqual({ M: 1 })
      expect(await given.stockOf(db, both)).toEqual({ S: 2, M: 4 })
    },
  )
})

notificationTest(
  'an alert waits for the warehouse that serves the customer [product.7]',
  async ({ api, db, me, kurta, subscribe }) => {
    await given.createWarehouses(db)
    await subscribe()
    const alert = withToken(me.token, 'POST', { kind: 'restock', size: 'L' })
    await api.request(`/api/products/${kurta}/notify?warehouse=pune`, alert)

    await given.stockUp(db, { productId: kurta, warehouseId: 'indore', stock: { L: 2 } })
    expect(await sendProductAlerts(db)).toBe(0)
    await given.stockUp(db, { productId: kurta, warehouseId: 'pune', stock: { L: 2 } })
    expect(await sendProductAlerts(db)).toBe(1)

    const again = await api.request(`/api/products/${kurta}/notify?warehouse=pune`, alert)
    expect(await again.json()).toMatchObject({ msg: 'Size L is in stock' })
    const unknown = withToken(me.token, 'POST', { kind: 'price' })
    await api.request(`/api/products/${kurta}/notify?warehouse=nowhere`, unknown)
    const [price] = await db.select().from(productAlerts).where(eq(productAlerts.kind, 'price'))
    expect(price).toMatchObject({ warehouseId: null })
  },
)

describe('an import into a store with several warehouses', () => {
  const rowsOf = ({ stock: _stock, ...others }: typeof row, stock: Record<string, string>) => [
    { ...others, ...stock },
  ]

  test('counts the stock of each that has a column, and keeps that of the others [ops.1]', async ({
    db,
  }) => {
    await given.createWarehouses(db)
    const first = { 'stock:indore': 'S:2|M:0|L:7', 'stock:pune': '4' }
    const added = await importRows(db, rowsOf(row, first))
    const [{ id = '' } = {}] = (await listProducts(db, {})).data.map(({ _id }) => ({ id: _id }))

    const again = await importRows(db, rowsOf(row, { 'stock:pune': 'M:9' }))

    expect(added.report).toMatchObject({ added: 1, refused: 0 })
    expect(again.changes).toMatchObject([
      {
        fields: [
          {
            field: 'stock',
            before: 'indore S:2|M:0|L:7; pune S:4|M:4|L:4',
            after: 'indore S:2|M:0|L:7; pune S:0|M:9|L:0',
          },
        ],
      },
    ])
    expect(await given.stockOf(db, id)).toEqual({ L: 7, M: 0, S: 2 })
    expect(await given.stockOf(db, id, 'pune')).toEqual({ L: 0, M: 9, S: 0 })
  })

  test('refuses a stock that names no warehouse [ops.1]', async ({ db }) => {
    await given.createWarehouses(db)

    const { refused } = await importRows(db, [row])

    expect(refused).toEqual([
      { line: 2, reason: 'stock must say which warehouse has it: stock:indore, stock:pune' },
    ])
  })

  test('makes what is restocked anywhere “back in stock” [list.1]', async ({ db }) => {
    await importRows(db, rowsOf(row, { 'stock:indore': 'S:0|M:0|L:0' }))
    const back = async () => (await listProducts(db, { isBack: 'true' })).data.length
    await given.createWarehouses(db)
    expect(await back()).toBe(0)

    await importRows(db, rowsOf(row, { 'stock:pune': 'S:1' }))

    expect(await back()).toBe(1)
  })
})

test('every call with stock takes the warehouse, and no other does [api.1]', () => {
  const named = Object.entries(schemas)
    .filter(([, call]) => 'query' in call && 'entries' in call.query)
    .filter(([, call]) => 'warehouse' in (call as { query: { entries: object } }).query.entries)
    .map(([name]) => name)
  const stocked = Object.entries(calls)
    .filter(([, call]) => 'hasStock' in call)
    .map(([name]) => name)

  expect(named.sort()).toEqual(stocked.sort())
})

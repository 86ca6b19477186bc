import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { orders } from '#server/database/schema/orders.ts'
import { addresses } from '#server/database/schema/users.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { countPopularity } from '#server/jobs/popularity.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  type Buyer,
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
  test as checkoutTest,
} from '#tests/support/api/tests/checkoutTest.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'

type Shop = {
  /** Customers who live 500 m from each other, all in Indore. */
  customers: Buyer[]
  order: (buyer: Buyer, productId: string) => Promise<void>
  trending: (city: string, more?: ListQuery) => Promise<string[]>
}

const test = checkoutTest.extend<Shop>({
  customers: async ({ db }, use) => {
    const customers: Buyer[] = []
    for (let n = 0; n < 6; n++) {
      const buyer = await createBuyer(db)
      await db
        .update(addresses)
        .set({ street: `${n} Palasia`, latitude: 22.72 + n * 0.005 })
        .where(eq(addresses.id, buyer.addressId))
      customers.push(buyer)
    }
    await use(customers)
  },
  order: async ({ api, db }, use) =>
    use(async (buyer, productId) => {
      await addToCart(db, buyer.userId, { productId })
      const body = orderRequest(buyer, await readCart(api, buyer))
      expect((await placeOrder(api, buyer, { body })).status).toBe(200)
    }),
  trending: async ({ db }, use) =>
    use(async (city, more) => {
      await countPopularity(db)
      const { data } = await listProducts(db, { trending: city, ...more })
      return data.map(({ _id }) => _id)
    }),
})

test('products that five or more customers of a city ordered are trending there, the most ordered first [home.1] [list.3]', async ({
  db,
  customers,
  order,
  trending,
}) => {
  const few = await onSale(db)
  const some = await onSale(db, { pricePaise: 500_00 })
  const most = await onSale(db, { pricePaise: 700_00, stock: { M: 99 } })
  for (const buyer of customers.slice(0, 4)) await order(buyer, few)
  for (const buyer of customers.slice(0, 5)) await order(buyer, some)
  for (const buyer of customers) await order(buyer, most)

  expect(await trending('Indore')).toEqual([most, some])
  expect(await trending(' INDORE ')).toEqual([most, some])
  expect(await trending('Indore', { sortBy: 'discountedPrice', sortOrder: 'asc' })).toEqual([
    some,
    most,
  ])
  expect(await trending('Indore', { search: 'kurta' })).toHaveLength(2)
  expect(await trending('Indore', { gender: 'men' })).toEqual([])
  expect(await trending('Bhopal')).toEqual([])
})

test('one customer’s many orders do not make a product trending [home.1]', async ({
  db,
  customers: [customer],
  order,
  trending,
}) => {
  const productId = await onSale(db)
  for (let n = 0; n < 5; n++) {
    await order(customer!, productId)
    await db.update(orders).set({ paymentStatus: 'paid' })
  }

  expect(await trending('Indore')).toEqual([])
})

test('cancelled orders and orders older than 30 days do not count [home.1]', async ({
  db,
  customers,
  order,
  trending,
}) => {
  const productId = await onSale(db, { stock: { M: 99 } })
  for (const buyer of customers) await order(buyer, productId)
  expect(await trending('Indore')).toEqual([productId])

  setClock(() => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000))
  expect(await trending('Indore')).toEqual([])

  setClock()
  await db.update(orders).set({ status: 'Cancelled' })
  expect(await trending('Indore')).toEqual([])
})

test('sold-out products come last among the trending ones [home.1]', async ({
  db,
  customers,
  order,
  trending,
}) => {
  const popular = await onSale(db, { stock: { M: 6 } })
  const other = await onSale(db)
  for (const buyer of customers) await order(buyer, popular)
  for (const buyer of customers.slice(0, 5)) await order(buyer, other)

  expect(await trending('Indore')).toEqual([other, popular])
})

test('each gender has its own trending products [home.1]', async ({
  db,
  customers,
  order,
  trending,
}) => {
  const women = await onSale(db, { genderIds: ['women'], stock: { M: 99 } })
  const men = await onSale(db, { genderIds: ['men'], stock: { M: 99 } })
  for (const buyer of customers) await order(buyer, women)
  for (const buyer of customers.slice(0, 5)) await order(buyer, men)

  expect(await trending('Indore', { gender: 'men' })).toEqual([men])
  expect(await trending('Indore', { gender: 'women' })).toEqual([women])
  expect(await trending('Indore')).toEqual([women, men])
})

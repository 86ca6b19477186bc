import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson } from '#tests/support/api/tests/staffTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import {
  addToCart,
  aPhone,
  createWarehouses,
  onSale,
  stockOf,
} from '#tests/support/shopper/givens.ts'

let fresh: FreshDatabase
let store: Connection
let api: App
let token = ''

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
  api = createTestApi(store.db, createTestDeps())
  await saveInitialStoreFacts(store.db, demoFacts)
  await createWarehouses(store.db)
  token = (await aPerson(store.db, 'support')).token
})
beforeEach(() => setClock(() => noon))
afterEach(() => setClock())
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

type Press = { phone: string; productId: string; key: string; payment?: 'cash' | 'link' }

async function press({ phone, productId, key, payment = 'cash' }: Press) {
  const request = withToken(token, 'POST', {
    customer: { contactNumber: phone, firstName: 'Kavita' },
    address: { label: 'home', street: '12 Scheme 54', city: 'Indore', postalCode: '452010' },
    ...{ items: [{ productId, size: 'M', quantity: 1 }], paymentMethod: payment },
    totalPaise: 999_00,
  })
  const headers = { ...request.headers, 'Idempotency-Key': key }
  const response = await api.request('/api/staff/phone-orders', { ...request, headers })
  return response.status
}

describe('at the same moment', () => {
  test('the button is pressed three times: one order of one customer [board.7]', async () => {
    for (let round = 0; round < 5; round++) {
      const productId = await onSale(store.db)
      const phone = aPhone()
      const key = `one-press-${round}`
      const statuses = await Promise.all(
        [1, 2, 3].map(() => press({ phone, productId, key, payment: 'link' })),
      )

      expect(statuses).toEqual([200, 200, 200])
      const [user] = await store.db.select().from(users).where(eq(users.contactNumber, phone))
      expect(await store.db.$count(orders, eq(orders.userId, user?.id ?? ''))).toBe(1)
      expect(await stockOf(store.db, productId)).toMatchObject({ M: 4 })
    }
  })

  test('two people take an order of the same new customer: one account has both [board.7]', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await onSale(store.db), await onSale(store.db)]
      const phone = aPhone()
      const statuses = await Promise.all([
        press({ phone, productId: first, key: `first-call-${round}` }),
        press({ phone, productId: second, key: `second-call-${round}` }),
      ])

      expect(statuses).toEqual([200, 200])
      const [user, ...others] = await store.db
        .select()
        .from(users)
        .where(eq(users.contactNumber, phone))
      expect(others).toEqual([])
      expect(await store.db.$count(orders, eq(orders.userId, user?.id ?? ''))).toBe(2)
    }
  })

  test('a shopper and a caller want the last piece: one of them gets it [board.7] [stock.1]', async () => {
    for (let round = 0; round < 5; round++) {
      const productId = await onSale(store.db, { stock: { M: 1 } })
      const buyer = await createBuyer(store.db)
      await addToCart(store.db, buyer.userId, { productId })
      const body = orderRequest(buyer, await readCart(api, buyer))
      const [shop, phone] = await Promise.all([
        placeOrder(api, buyer, { body }),
        press({ phone: aPhone(), productId, key: `last-piece-${round}` }),
      ])

      expect([shop.status, phone].sort()).toEqual([200, 409])
      expect(await stockOf(store.db, productId)).toMatchObject({ M: 0 })
    }
  })

  test('a customer pays in the shop for what is ordered on the phone: only one of both is held [board.7]', async () => {
    for (let round = 0; round < 5; round++) {
      const productId = await onSale(store.db)
      const buyer = await createBuyer(store.db)
      await addToCart(store.db, buyer.userId, { productId })
      const body = orderRequest(buyer, await readCart(api, buyer), { paymentMethod: 'prepaid' })
      const [user] = await store.db.select().from(users).where(eq(users.id, buyer.userId))
      const [shop, phone] = await Promise.all([
        placeOrder(api, buyer, { body }),
        press({
          ...{ phone: user?.contactNumber ?? '', productId, payment: 'link' },
          key: `both-ways-${round}`,
        }),
      ])

      expect(phone).toBe(200)
      // The payment of the shop cannot begin any more once its order was replaced.
      expect([200, 409]).toContain(shop.status)
      const isHeld = and(
        eq(orders.userId, buyer.userId),
        eq(orders.checkoutStatus, 'awaiting_payment'),
      )
      expect(await store.db.$count(orders, isHeld)).toBe(1)
      expect(await stockOf(store.db, productId)).toMatchObject({ M: 4 })
    }
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'

import type {
  LinkOrder,
  PhoneQuote,
  PlacedPhoneOrder,
  PlacePhoneOrder,
} from '#contract/staff/phoneOrders.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import { aPhone, createWarehouses, onSale } from '#tests/support/shopper/givens.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { type Answer, aPerson, staffCalls } from './staffTest.ts'

type Request = Omit<PlacePhoneOrder, 'totalPaise'> & { totalPaise?: number }

type PhoneOrders = {
  /** The id of a kurta on sale for ₹999, with five in each size. */
  kurta: string
  /** The number of somebody whom the store does not know. */
  phone: string
  support: ReturnType<typeof staffCalls>
  /** An order of one kurta, paid on delivery, for the caller at a new address. */
  aRequest: (changes?: Partial<Request>) => Request
  quote: (items: PlacePhoneOrder['items'], query?: object) => Promise<Answer<PhoneQuote>>
  /** Places an order at the price of its quote. The same key is the same press of the button. */
  place: (request: Request, key?: string) => Promise<Answer<PlacedPhoneOrder>>
  orderOf: (number: string) => Promise<OrderRow>
  linkOrders: () => Promise<LinkOrder[]>
}

/** A test of a support person who takes orders on the phone. */
export const test = apiTest.extend<PhoneOrders>({
  kurta: async ({ db }, use) => {
    await createWarehouses(db)
    await use(await onSale(db))
  },
  phone: async ({}, use) => use(aPhone()),
  support: async ({ api, db }, use) => {
    const { token } = await aPerson(db, 'support', { name: 'Sneha Tiwari' })
    await use(staffCalls(api, token))
  },
  aRequest: async ({ kurta, phone }, use) =>
    use((changes = {}) => ({
      customer: { contactNumber: phone, firstName: 'Kavita', lastName: 'Joshi' },
      address: {
        ...{ label: 'home', house: '12', street: 'Scheme 54', city: 'Indore', state: '' },
        ...{ postalCode: '452010', latitude: undefined, longitude: undefined },
      },
      items: [{ productId: kurta, size: 'M', quantity: 1 }],
      coupon: undefined,
      paymentMethod: 'cash',
      ...changes,
    })),
  quote: async ({ support }, use) =>
    use((items, query = {}) => {
      const asked = new URLSearchParams({
        ...{ items: JSON.stringify(items), warehouse: 'indore' },
        ...query,
      })
      return support<PhoneQuote>('GET', `/phone-orders/quote?${asked}`)
    }),
  place: async ({ api, db, quote }, use) => {
    const { token } = await aPerson(db, 'support', { name: 'Sneha Tiwari' })
    await use(async (request, key = randomUUID()) => {
      const { coupon, items } = request
      const totalPaise =
        request.totalPaise ?? (await quote(items, coupon ? { coupon } : {})).body.result.totalPaise
      const sent = withToken(token, 'POST', { ...request, totalPaise })
      const headers = { ...sent.headers, 'Idempotency-Key': key }
      const response = await api.request('/api/staff/phone-orders', { ...sent, headers })
      return { status: response.status, body: await response.json() }
    })
  },
  orderOf: async ({ db }, use) =>
    use(async (number) => {
      const [order] = await db.select().from(orders).where(eq(orders.orderNumber, number))
      if (!order) throw new Error(`There is no order ${number}`)
      return order
    }),
  linkOrders: async ({ support }, use) =>
    use(async () => {
      const { body } = await support<{ data: LinkOrder[] }>('GET', '/phone-orders')
      return body.result.data
    }),
})

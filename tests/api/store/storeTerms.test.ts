import { and, desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'

import { saveStoreFacts } from '#server/commerce/storeFacts.ts'
import { jobs } from '#server/database/schema/operations.ts'
import type { Invoice } from '#contract/orders/order.ts'
import { invoices, orders } from '#server/database/schema/orders.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { answerComplaint, saveComplaint } from '#server/features/support/complaints.ts'
import { sendProductAlerts } from '#server/jobs/productAlerts.ts'
import { addresses } from '#server/database/schema/users.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { addToCart, onSale, stockUp } from '#tests/support/shopper/givens.ts'
import { cash, test as limited } from '#tests/support/api/tests/limitTest.ts'
import { test } from '#tests/support/api/tests/deliveredTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

const factsWith = (terms: object) => ({ ...demoFacts, terms })
const hourMs = 3_600_000

afterEach(() => setClock())

describe('the terms that a merchant sets', () => {
  test('decide how long a delivered item can be returned, and what the message says [order.5]', async ({
    db,
    delivered: { orderId, lineId },
    send,
  }) => {
    await saveStoreFacts(db, factsWith({ returnHours: 48 }))
    const at = clock.now().getTime()
    const request = () =>
      send('PATCH', 'orders/return', {
        orderId,
        returnData: [{ orderItemId: lineId, returnReason: 'Quality issue', returnPhotos: [] }],
        action: 'returnProduct',
      })

    setClock(() => new Date(at + 49 * hourMs))
    expect(await request()).toMatchObject({
      status: 409,
      response: { msg: 'The 48-hour window to return or exchange this item has closed' },
    })
    setClock(() => new Date(at + 47 * hourMs))
    expect((await request()).status).toBe(200)
  })

  test('begin the numbers of orders and invoices, and are in messages [order.9]', async ({
    api,
    db,
    me,
    orderId,
    place,
  }) => {
    await saveStoreFacts(db, factsWith({ numberPrefix: 'KCH', returnHours: 72 }))
    const subscription = {
      endpoint: 'https://push.example/phone',
      keys: { p256dh: 'BFx_', auth: 'c2-' },
    }
    const topics = ['orders']
    const subscribe = withToken(me.token, 'POST', { subscription, topics })
    await api.request('/api/push/subscribe', subscribe)
    for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    await addToCart(db, me.userId, { productId: await onSale(db) })
    expect((await place()).status).toBe(200)

    const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
    expect((invoice?.content as Invoice).number).toMatch(/^KCH\/\d{4}-\d{2}\/\d{6}$/)
    const numbers = await db.select().from(orders).where(eq(orders.userId, me.userId))
    expect(numbers.some(({ orderNumber }) => /^KCH-/.test(orderNumber))).toBe(true)
    expect(JSON.stringify(await db.select().from(jobs))).toContain('within 72 hours')
  })

  test('leave no other city in messages, invoices and answers of a store for Kochi [law.1]', async ({
    api,
    db,
    me,
    place,
  }) => {
    const contacts = { ...demoFacts.contacts, address: 'Willingdon Island, Kochi' }
    const legalEntity = { ...demoFacts.legalEntity, address: 'Kochi, Kerala', state: 'Kerala' }
    await saveStoreFacts(db, { ...demoFacts, contacts, legalEntity })
    await db.update(warehouses).set({ city: 'Kochi', state: 'Kerala', name: 'Kochi' })
    const ofKochi = { city: 'Kochi', state: 'Kerala', postalCode: '682003', street: '4 Fort Road' }
    await db.update(addresses).set(ofKochi).where(eq(addresses.userId, me.userId))
    const topics = ['orders', 'restock']
    const keys = { p256dh: 'BFx_', auth: 'c2-' }
    const subscription = { endpoint: 'https://push.example/phone', keys }
    await api.request('/api/push/subscribe', withToken(me.token, 'POST', { subscription, topics }))
    const productId = await onSale(db, { makerAddress: 'Kochi', stock: { M: 2, L: 0 } })
    await addToCart(db, me.userId, { productId })
    expect((await place()).status).toBe(200)
    const [order] = await db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, me.userId), eq(orders.status, 'Accepted')))
      .orderBy(desc(orders.createdAt))
    for (const to of ['Shipped', 'On the way', 'Delivered'] as const)
      await transitionOrder(db, { orderId: order?.id ?? '', to, by: 'courier' })
    const restock = withToken(me.token, 'POST', { kind: 'restock', size: 'L', bySms: true })
    await api.request(`/api/products/${productId}/notify`, restock)
    await stockUp(db, { productId, warehouseId: 'indore', stock: { L: 1 } })
    await sendProductAlerts(db)
    const complaint = { name: 'Asha', contactNumber: '9826041375', text: 'Late' }
    await answerComplaint(db, { ticket: await saveComplaint(db, complaint), text: 'Sorry.' })

    const messages = await db.select({ payload: jobs.payload }).from(jobs)
    const [invoice] = await db
      .select()
      .from(invoices)
      .where(eq(invoices.orderId, order?.id ?? ''))
    const shown = await api.request(`/api/orders/${order?.id}`, withToken(me.token))

    expect(messages.length).toBeGreaterThan(3)
    // The id of a warehouse is not shown to anybody.
    const words = JSON.stringify([messages, invoice?.content, await shown.json()])
    expect(words.match(/indore|madhya|bhopal|mumbai/gi)).toBeNull()
    expect(words).toContain('Kochi')
  })

  test('reach the page with the cities of the warehouses that offer Try & Buy [law.1]', async ({
    db,
    send,
  }) => {
    await saveStoreFacts(db, factsWith({ openingHour: 10 }))
    await db.update(warehouses).set({ city: 'Kochi', hasTryAndBuy: true })

    const { response } = await send('GET', 'store')

    expect(response).toMatchObject({
      result: { terms: { openingHour: 10 }, tryAndBuyCities: ['Kochi'] },
    })
    await db.update(warehouses).set({ isOpen: false })
    expect((await send('GET', 'store')).response).toMatchObject({ result: { tryAndBuyCities: [] } })
  })
})

describe('the cash limit that a merchant sets', () => {
  limited('refuses an order above it [checkout.4]', async ({ db, order }) => {
    await saveStoreFacts(db, factsWith({ maxCashRupees: 500 }))

    expect(await order(cash)).toMatchObject({
      status: 409,
      response: { msg: expect.stringContaining('for orders above ₹500') },
    })
  })
})

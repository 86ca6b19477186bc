import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { sendProductAlerts, watchWishlists } from '#server/jobs/productAlerts.ts'
import { metricsText } from '#server/platform/observability/metrics.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  night,
  nineAm,
  noon,
  restockSize,
  test,
} from '#tests/support/api/tests/notificationTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aUser, onSale } from '#tests/support/shopper/givens.ts'

const restock = { kind: 'restock', size: 'L' }

describe('a product alert', () => {
  test('is sent once when the size is back in stock [product.7] [pwa.9]', async ({
    db,
    kurta,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await requestAlert(restock)
    expect(await sendProductAlerts(db)).toBe(0)
    await restockSize(db)

    await sendProductAlerts(db)
    await sendProductAlerts(db)

    const arrived = await deliver()
    expect(arrived).toMatchObject([
      {
        endpoint: 'https://push.example/phone',
        payload: {
          web_push: 8030,
          notification: {
            title: 'Back in stock',
            body: 'Blue kurta in size L is back in stock.',
            navigate: `https://shop.example/products/${kurta}`,
          },
        },
      },
    ])
    expect(await deliver()).toEqual([])
  })

  test('is sent when the price falls [product.7]', async ({
    db,
    kurta,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await requestAlert({ kind: 'price' })
    await db.update(products).set({ pricePaise: 1099_00 }).where(eq(products.id, kurta))
    expect(await sendProductAlerts(db)).toBe(0)

    await db.update(products).set({ pricePaise: 899_00 }).where(eq(products.id, kurta))
    await sendProductAlerts(db)

    const [arrived] = await deliver()
    expect(arrived?.payload).toMatchObject({
      notification: { title: 'Price drop', body: 'The price of Blue kurta has dropped.' },
    })
    expect(arrived?.push.payload.replaceAll(kurta, '')).not.toMatch(/899|₹/)

    // The next price drop is notified again, and each price only once.
    expect(await sendProductAlerts(db)).toBe(0)
    await db.update(products).set({ pricePaise: 799_00 }).where(eq(products.id, kurta))
    expect(await sendProductAlerts(db)).toBe(1)
    expect(await deliver()).toHaveLength(1)
  })

  test('for a price drop is created by adding a product to the wishlist [product.7]', async ({
    api,
    db,
    me,
    kurta,
    subscribe,
  }) => {
    const wishlistItem = { userId: me.userId, productId: kurta }
    await api.request('/api/wishlist/add', withToken(me.token, 'POST', wishlistItem))
    await subscribe({ topics: ['price'] })

    await watchWishlists(db)
    await watchWishlists(db)

    expect(await db.select().from(productAlerts)).toMatchObject([
      { kind: 'price', pricePaise: 999_00 },
    ])

    const remove = withToken(me.token, 'DELETE', wishlistItem)
    await api.request(`/api/wishlist/remove/${kurta}`, remove)
    expect(await db.$count(productAlerts)).toBe(0)
  })

  test('for a size in stock is refused [product.7]', async ({ db, requestAlert }) => {
    const response = await requestAlert({ kind: 'restock', size: 'M' })

    expect(await response.json()).toMatchObject({
      code: 'not_allowed_now',
      msg: 'Size M is in stock',
    })
    const unknownSize = await requestAlert({ kind: 'restock', size: 'XXL' })
    expect(unknownSize.status).toBe(404)
    expect(await unknownSize.json()).toMatchObject({
      msg: 'This item isn’t available in this size',
    })
    const forAnySize = await requestAlert({ kind: 'restock' })
    expect(forAnySize.status).toBe(409)
    expect(await forAnySize.json()).toMatchObject({ msg: 'This item is already in stock' })
    expect(await db.$count(productAlerts)).toBe(0)
  })

  test('for a product that is not in the store is refused [product.7]', async ({
    api,
    db,
    me,
    kurta,
    requestAlert,
  }) => {
    await db.update(products).set({ isPublished: false }).where(eq(products.id, kurta))
    const unknown = await api.request(
      '/api/products/nothing/notify',
      withToken(me.token, 'POST', { kind: 'price' }),
    )

    for (const response of [await requestAlert({ kind: 'price' }), unknown]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ msg: 'This item is no longer available' })
    }
    expect(await db.$count(productAlerts)).toBe(0)
  })

  test('for a sold-out product is sent once any size is back [product.7]', async ({
    db,
    kurta,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, kurta))
    expect((await requestAlert({ kind: 'restock' })).status).toBe(200)
    expect(await sendProductAlerts(db)).toBe(0)

    await restockSize(db)
    await sendProductAlerts(db)

    expect(await deliver()).toHaveLength(1)
  })

  test('for a price drop covers all sizes, from the price at the latest request [product.7]', async ({
    db,
    kurta,
    subscribe,
    requestAlert,
  }) => {
    await subscribe()
    await requestAlert({ kind: 'price', size: 'M' })
    await db.update(products).set({ pricePaise: 899_00 }).where(eq(products.id, kurta))
    expect(await sendProductAlerts(db)).toBe(1)

    await requestAlert({ kind: 'price', size: 'L' })

    expect(await db.select().from(productAlerts)).toMatchObject([
      { kind: 'price', size: '', pricePaise: 899_00, sentAt: null },
    ])
  })

  test('that is cancelled leaves those for other sizes, kinds, products and customers [product.7]', async ({
    db,
    me: { userId },
    kurta,
    requestAlert,
  }) => {
    const [other, ravi] = [await onSale(db), await aUser(db)]
    const alert = { userId, productId: kurta, kind: 'restock', size: 'L', pricePaise: 1 } as const
    const stored = [
      { ...alert, size: 'S' },
      { ...alert, kind: 'price' as const },
      { ...alert, productId: other },
      { ...alert, userId: ravi.userId },
    ]
    await db.insert(productAlerts).values([alert, ...stored])

    await requestAlert(restock, 'DELETE')

    const left = await db.select().from(productAlerts)
    expect(left).toHaveLength(stored.length)
    expect(left).toEqual(expect.arrayContaining(stored.map((row) => expect.objectContaining(row))))
  })

  test('that was cancelled is not sent [product.7]', async ({ db, subscribe, requestAlert }) => {
    await subscribe()
    await requestAlert(restock)

    await requestAlert(restock, 'DELETE')

    await restockSize(db)
    expect(await sendProductAlerts(db)).toBe(0)
  })

  test('that was sent is sent again when it is requested again [product.7]', async ({
    db,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await requestAlert(restock)
    await restockSize(db)
    await sendProductAlerts(db)
    expect(await deliver()).toHaveLength(1)
    await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.size, 'L'))

    setClock(() => new Date(noon.getTime() + 60_000))
    expect((await requestAlert(restock)).status).toBe(200)
    await restockSize(db)
    await sendProductAlerts(db)

    expect(await deliver()).toHaveLength(1)
  })

  test('waits while the customer has no push subscription [product.7]', async ({
    db,
    subscribe,
    requestAlert,
  }) => {
    await requestAlert(restock)
    await restockSize(db)
    expect(await sendProductAlerts(db)).toBe(0)

    await subscribe()

    expect(await sendProductAlerts(db)).toBe(1)
  })
})

describe('a push', () => {
  test('waits until nine in the morning during quiet hours [pwa.14]', async ({
    db,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await requestAlert(restock)
    await restockSize(db)
    await sendProductAlerts(db)
    setClock(() => night)
    expect(await deliver()).toEqual([])

    setClock(() => nineAm)

    expect(await deliver()).toHaveLength(1)
  })

  test('is sent at night to customers who allow it [pwa.14]', async ({
    db,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe({ hasQuietHours: false })
    await requestAlert(restock)
    await restockSize(db)
    await sendProductAlerts(db)

    setClock(() => night)

    expect(await deliver()).toHaveLength(1)
  })

  test.for([404, 410])(
    'to an expired subscription (%i) is the last [pwa.9]',
    async (status, { db, subscribe, requestAlert, deliver }) => {
      await subscribe()
      await requestAlert(restock)
      await restockSize(db)
      await sendProductAlerts(db)

      await deliver(status)

      expect(await db.$count(pushSubscriptions)).toBe(0)
      expect(await deliver()).toEqual([])
    },
  )

  test('is tried again later when the service is busy [pwa.9]', async ({
    db,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await requestAlert(restock)
    await restockSize(db)
    await sendProductAlerts(db)
    expect(await deliver(503)).toHaveLength(1)
    expect(await deliver()).toEqual([])

    setClock(() => new Date(noon.getTime() + 5 * 60_000))

    expect(await deliver()).toHaveLength(1)
    expect(await db.$count(pushSubscriptions)).toBe(1)
  })
})

describe('a queued push', () => {
  test('is not sent for a topic turned off meanwhile [pwa.14]', async ({
    db,
    subscribe,
    requestAlert,
    deliver,
  }) => {
    await subscribe()
    await requestAlert(restock)
    await restockSize(db)
    await sendProductAlerts(db)

    await subscribe({ topics: ['orders'] })

    expect(await deliver()).toEqual([])
    await subscribe()
    expect(await deliver()).toEqual([])
  })

  test('is given up after five tries [pwa.9]', async ({ db, subscribe, requestAlert, deliver }) => {
    await subscribe({ hasQuietHours: false })
    await requestAlert(restock)
    await restockSize(db)
    await sendProductAlerts(db)

    let sent = 0
    for (let hours = 0; hours < 8; hours++) {
      setClock(() => new Date(noon.getTime() + hours * 60 * 60_000))
      sent += (await deliver(503)).length
    }

    expect(sent).toBe(5)
    expect(await db.$count(pushSubscriptions)).toBe(1)
  })

  test.for([401, 403])(
    'whose keys the push service does not accept (%i) is tried again, and at last ends its subscription, counted in the metrics [pwa.9] [ops.3]',
    async (status, { db, subscribe, requestAlert, deliver }) => {
      const counted = async () =>
        Number(
          new RegExp(`pehno_push_responses_total\\{status="${status}"\\} (\\d+)`).exec(
            await metricsText([]),
          )?.[1] ?? 0,
        )
      const before = await counted()
      await subscribe({ hasQuietHours: false })
      await requestAlert(restock)
      await restockSize(db)
      await sendProductAlerts(db)

      expect(await deliver(status)).toHaveLength(1)
      expect(await db.$count(pushSubscriptions)).toBe(1)
      for (let hours = 1; hours < 8; hours++) {
        setClock(() => new Date(noon.getTime() + hours * 60 * 60_000))
        await deliver(status)
      }

      expect(await db.$count(pushSubscriptions)).toBe(0)
      expect((await counted()) - before).toBe(5)
    },
  )
})

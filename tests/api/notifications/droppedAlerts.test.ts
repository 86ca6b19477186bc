import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { PushMessage } from '#contract/account/notification.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { sendProductAlerts } from '#server/jobs/productAlerts.ts'
import { sendMessages } from '#server/jobs/sendMessages.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  night,
  nineAm,
  restockSize,
  subscription,
  test as notificationTest,
} from '#tests/support/api/tests/notificationTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

const bySms = { kind: 'restock', size: 'L', bySms: true }

type Fixture = {
  /** Requests an alert by push and text message, and queues both because the size is back. */
  queueBoth: (at?: Date) => Promise<void>
  sellOut: () => Promise<unknown>
  /** The text messages that the provider received; it fails if `isDown`. */
  sent: (options?: { isDown?: boolean }) => Promise<string[]>
}

const test = notificationTest.extend<Fixture>({
  queueBoth: async ({ db, requestAlert }, use) =>
    use(async (at) => {
      await requestAlert(bySms)
      if (at) setClock(() => at)
      await restockSize(db)
      await sendProductAlerts(db)
    }),
  sellOut: async ({ db }, use) =>
    use(() => db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.size, 'L'))),
  sent: async ({ db }, use) =>
    use(async ({ isDown = false } = {}) => {
      const texts: string[] = []
      await sendMessages(db, {
        publicOrigin: 'https://shop.example',
        sendMessage: async ({ text }) => {
          if (isDown) throw new Error('down')
          texts.push(text)
        },
      })
      return texts
    }),
})

test('a product alert is dropped when it is no longer true at sending, and waits for the next time [product.7] [pwa.14]', async ({
  db,
  kurta,
  subscribe,
  requestAlert,
  deliver,
  sellOut,
}) => {
  await subscribe()
  await requestAlert({ kind: 'restock', size: 'L' })
  await requestAlert({ kind: 'price' })
  const priceOf = (pricePaise: number) =>
    db.update(products).set({ pricePaise }).where(eq(products.id, kurta))
  const [{ pricePaise: before = 0 } = {}] = await db.select().from(products)
  setClock(() => night)
  await restockSize(db)
  await priceOf(before - 100)
  await sendProductAlerts(db)
  expect(await deliver()).toEqual([])

  await sellOut()
  await priceOf(before)
  setClock(() => nineAm)
  expect(await deliver()).toEqual([])

  await restockSize(db)
  await priceOf(before - 50)
  await sendProductAlerts(db)
  const arrived = (await deliver()).map(({ payload }) => payload as PushMessage)
  expect(arrived.map(({ notification }) => notification.title).sort()).toEqual([
    'Back in stock',
    'Price drop',
  ])
})

describe('an alert with a push and a text message [product.7]', () => {
  test('sends no second push when the text message is dropped', async ({
    db,
    subscribe,
    queueBoth,
    deliver,
    sellOut,
    sent,
  }) => {
    await subscribe({ hasQuietHours: false })
    await queueBoth(night)
    expect(await deliver()).toHaveLength(1)
    expect(await sent()).toEqual([])

    await sellOut()
    setClock(() => nineAm)
    expect(await sent()).toEqual([])
    await restockSize(db)

    expect(await sendProductAlerts(db)).toBe(0)
    expect(await deliver()).toEqual([])
    expect(await sent()).toEqual([])
  })

  test('sends no second text message when the pushes to both browsers are dropped', async ({
    db,
    api,
    me,
    subscribe,
    queueBoth,
    deliver,
    sellOut,
    sent,
  }) => {
    await subscribe()
    const tablet = {
      subscription: subscription('https://push.example/tablet'),
      topics: ['restock'],
    }
    const token = await openSession(db, me.userId)
    await api.request('/api/push/subscribe', withToken(token, 'POST', tablet))
    await queueBoth()
    expect(await sent()).toHaveLength(1)

    await sellOut()
    expect(await deliver()).toEqual([])
    await restockSize(db)

    expect(await sendProductAlerts(db)).toBe(0)
    expect(await sent()).toEqual([])
    expect(await db.$count(pushSubscriptions)).toBe(2)
  })

  test('waits for the next time when both are dropped, and then sends each once', async ({
    db,
    subscribe,
    queueBoth,
    deliver,
    sellOut,
    sent,
  }) => {
    await subscribe()
    await queueBoth(night)
    await sellOut()
    setClock(() => nineAm)
    expect(await deliver()).toEqual([])
    expect(await sent()).toEqual([])

    await restockSize(db)

    expect(await sendProductAlerts(db)).toBe(1)
    expect(await deliver()).toHaveLength(1)
    expect(await sent()).toHaveLength(1)
  })

  test('that is requested again while its text message waits sends one', async ({
    db,
    subscribe,
    requestAlert,
    queueBoth,
    deliver,
    sellOut,
    sent,
  }) => {
    await subscribe()
    await queueBoth()
    await sent({ isDown: true })
    await deliver()
    await sellOut()
    setClock(() => nineAm)
    await requestAlert(bySms)
    await restockSize(db)

    await sendProductAlerts(db)

    expect(await sent()).toHaveLength(1)
    expect(await deliver()).toHaveLength(1)
  })
})

import type { BrowserContext } from '@playwright/test'
import { eq } from 'drizzle-orm'

import { riderPositions } from '#server/database/schema/deliveries.ts'
import { orders } from '#server/database/schema/orders.ts'
import type { Database } from '#server/database/client/connect.ts'
import { googleCalls, stubGoogle } from '#tests/support/pages/googleStandIn.ts'
import { openDesk } from '#tests/support/desk/riderDesk.ts'
import { expect, test as base } from '#tests/support/pages/storeTest.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { carriedOrder, riderLogin } from '#tests/support/shopper/riderGivens.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'

/** A store with a Google Maps key for the tests of this file. */
const test = base.extend<object, { store: { origin: string; db: Database } }>({
  store: [
    async ({}, use) => {
      const store = await privateStore({ GOOGLE_MAPS_KEY: 'key-of-the-tests' })
      await use(store)
      await store.close()
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: async ({ store }, use) => use(store.origin),
})

test.use({ hasWorker: false, viewport: { width: 390, height: 844 } })
test.describe.configure({ mode: 'default' })

/** What the map was asked for; stops have their number in the pin. */
const drawn = (context: BrowserContext, index = 0) =>
  expect.poll(async () => {
    const page = context.pages()[index]
    const calls = page ? await googleCalls(page) : []
    return calls
      .filter(({ name }) => name === 'marker')
      .map(({ request }) => String(request.title))
      .filter((title, at, all) => all.indexOf(title) === at)
  })

test('a rider’s stops are on the map with the numbers of the list, and the policy of the desk allows it [rider.1]', async ({
  page,
  store: { db },
}) => {
  await stubGoogle(page.context())
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  const rider = await riderLogin(db)
  await carriedOrder(db, rider, { receiver: 'Kavita Rathore', dueInMinutes: 30 })
  await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 60 })
  await openDesk(page, rider)

  await page.getByRole('radio', { name: 'Map' }).check()

  const map = page.frameLocator('iframe[title="Map of your stops"]')
  await expect(map.getByText('Drawn by Google')).toBeVisible()
  await drawn(page.context()).toEqual(['Stop 1: Kavita Rathore', 'Stop 2: Vikram Chouhan'])
  expect((await googleCalls(page)).map(({ name }) => name)).toContain('fitBounds')
  expect(violations).toEqual([])
})

test('a customer sees their rider and their address on the map [rider.8] @proof', async ({
  page,
  store: { db },
}) => {
  await stubGoogle(page.context())
  const rider = await riderLogin(db, 'Salim Khan')
  await openLoggedIn(page, '/order-listing')
  const { orderId } = await placeOrder(page)
  await db
    .update(orders)
    .set({ takenOverAt: new Date(), status: 'On the way', agentId: rider.agentId })
    .where(eq(orders.id, orderId))
  await db.insert(riderPositions).values({ orderId, latitude: 22.74, longitude: 75.88 })
  await page.goto(`/order-tracking?id=${orderId}`)

  const title = 'Map with your delivery agent and your address'
  await expect(
    page.frameLocator(`iframe[title="${title}"]`).getByText('Drawn by Google'),
  ).toBeVisible()
  await drawn(page.context()).toEqual(['Your delivery agent', 'Your address'])
  await db.update(orders).set({ status: 'Delivered' }).where(eq(orders.id, orderId))
  await page.reload()
  await expect(page.locator(`iframe[title="${title}"]`)).toHaveCount(0)
})

import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { sendPushes } from '#server/jobs/sendPushes.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import type { OutgoingPush } from '#server/platform/push/webPush.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aUser, onSale, type Shopper } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

/** Indian times of day: 12:00, 22:30 and 09:00. */
export const noon = new Date('2026-11-20T06:30:00Z')
export const night = new Date('2026-11-20T17:00:00Z')
export const nineAm = new Date('2026-11-21T03:30:00Z')
export const subscription = (endpoint = 'https://push.example/phone') => ({
  endpoint,
  keys: { p256dh: 'BFx_', auth: 'c2-' },
})

type NotificationFixture = {
  me: Shopper
  /** The id of a kurta that is sold out in L. */
  kurta: string
  subscribe: (body?: object) => Promise<Response>
  requestAlert: (alert: object, method?: string) => Promise<Response>
  /** The pushes that the push service received; it responds with `status`. */
  deliver: (
    status?: number,
  ) => Promise<{ endpoint: string; push: OutgoingPush; payload: unknown }[]>
}

/** A test by a customer with notifications turned on. */
export const test = apiTest.extend<NotificationFixture>({
  me: async ({ db, onTestFinished }, use) => {
    onTestFinished(() => setClock())
    setClock(() => noon)
    await use(await aUser(db))
  },
  kurta: async ({ db }, use) => use(await onSale(db, { stock: { M: 2, L: 0 } })),
  subscribe: async ({ api, me }, use) =>
    use(async (changes = {}) => {
      const body = { subscription: subscription(), topics: ['restock', 'price'], ...changes }
      return api.request('/api/push/subscribe', withToken(me.token, 'POST', body))
    }),
  requestAlert: async ({ api, me, kurta }, use) =>
    use(async (alert, method = 'POST') =>
      api.request(`/api/products/${kurta}/notify`, withToken(me.token, method, alert)),
    ),
  deliver: async ({ db }, use) =>
    use(async (status = 201) => {
      const arrived: { endpoint: string; push: OutgoingPush; payload: unknown }[] = []
      await sendPushes(db, {
        publicOrigin: 'https://shop.example',
        sendPush: async ({ endpoint }, push) => {
          arrived.push({ endpoint, push, payload: JSON.parse(push.payload) })
          return { status }
        },
      })
      return arrived
    }),
})

/** Puts the sold-out size of the kurta in stock. */
export const restockSize = (db: Database) =>
  db.update(stockLevels).set({ onHand: 3 }).where(eq(stockLevels.size, 'L'))

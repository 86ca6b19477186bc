import { eq } from 'drizzle-orm'

import type { StaffRole } from '#contract/staff/roles.ts'
import { needsWarehouse } from '#contract/staff/roles.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { apiKeys, staff } from '#server/database/schema/staff.ts'
import { createApiKey, openStaffSession } from '#server/platform/http/staffSessions.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import { purchaseTerms } from '#server/database/schema/storefront.ts'
import { addToCart, aPhone } from '#tests/support/shopper/givens.ts'
import { test as orderTest } from './orderTest.ts'
import { payInWindow, startedPaymentOf, verify } from './paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type PersonRow = typeof staff.$inferSelect
export type Person = PersonRow & { token: string }

/** A person of the staff who is logged in; packers and riders work for Indore. */
export async function aPerson(
  db: Database,
  role: StaffRole,
  changes: Partial<typeof staff.$inferInsert> = {},
): Promise<Person> {
  const warehouseIds = needsWarehouse(role) ? ['indore'] : []
  const [row] = await db
    .insert(staff)
    .values({ name: 'Meera Joshi', contactNumber: aPhone(), role, warehouseIds, ...changes })
    .returning()
  if (!row) throw new Error('The person was not saved')
  return { ...row, token: await openStaffSession(db, row.id, 'Chrome on Android') }
}

/** A rider, and the delivery agent that customers see. */
export async function aRider(
  db: Database,
  changes: Partial<typeof staff.$inferInsert> = {},
): Promise<Person & { agentId: string }> {
  const rider = await aPerson(db, 'rider', { name: 'Suresh Patel', ...changes })
  const { id: staffId, name, contactNumber } = rider
  const [agent] = await db
    .insert(deliveryAgents)
    .values({ name, contactNumber, staffId })
    .returning()
  return { ...rider, agentId: agent?.id ?? '' }
}

/** The token of a key that another program uses. */
export async function aKey(
  db: Database,
  role: StaffRole,
  expiresAt = clock.later(dayMs),
): Promise<{ id: string; token: string }> {
  const { apiKey, keyHash } = createApiKey()
  const [row] = await db
    .insert(apiKeys)
    .values({ name: 'Stock system', role, keyHash, expiresAt })
    .returning()
  return { id: row?.id ?? '', token: apiKey }
}

export type Answer<Result = unknown> = {
  status: number
  body: { msg?: string; code?: string; fields?: Record<string, string>; result: Result }
}

/** Sends staff calls with a token: `staffCalls(api, token)('POST', '/orders/PEH-KAB55N/move', { … })`. */
export const staffCalls =
  (api: Pick<App, 'request'>, token: string) =>
  async <Result = unknown>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer<Result>> => {
    const response = await api.request(`/api/staff${path}`, withToken(token, method, body))
    return { status: response.status, body: (await response.json()) as Answer<Result>['body'] }
  }

type StaffFixture = {
  /** The number of a cash order of one kurta in size M for ₹999, from Indore. */
  number: string
  /** Sends a call as an owner of the store. */
  owner: ReturnType<typeof staffCalls>
  /** Places an order of one kurta that is paid online, with a trial size for ₹99 more. Returns its number. */
  placePaid: (trialSize?: string) => Promise<string>
}

/** A test of the staff of a store with one order. */
export const test = orderTest.extend<StaffFixture>({
  number: async ({ db, orderId }, use) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    await use(order?.orderNumber ?? '')
  },
  owner: async ({ api, db }, use) => {
    const { token } = await aPerson(db, 'owner', { name: 'Lakshmi Iyer' })
    await use(staffCalls(api, token))
  },
  placePaid: async ({ api, db, me, kurta, place }, use) =>
    use(async (trialSize) => {
      const terms = { purchaseType: 'Try and Buy' as const, chargePaise: 99_00, conditions: '' }
      await db.insert(purchaseTerms).values(terms).onConflictDoNothing()
      await addToCart(db, me.userId, { productId: kurta, ...(trialSize ? { trialSize } : {}) })
      const totalAmount = trialSize ? 1098_00 : 999_00
      const started = startedPaymentOf(await place({ paymentMethod: 'prepaid', totalAmount }))
      await verify(api, me, (await payInWindow(api, started)).response)
      return started.order.orderID
    }),
})

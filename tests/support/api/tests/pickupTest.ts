import { eq } from 'drizzle-orm'

import type { Pickup, StaffReturn } from '#contract/staff/pickups.ts'
import type { RiderShift } from '#contract/staff/riders.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { orders } from '#server/database/schema/orders.ts'
import { test as deliveredTest } from './deliveredTest.ts'
import { aJpeg } from '#tests/support/api/sendReturnPhoto.ts'
import { type Answer, aPerson, aRider, type Person, staffCalls } from './staffTest.ts'

type Rider = Awaited<ReturnType<typeof aRider>>

type PickupFixture = {
  rider: Rider
  manager: Person
  number: string
  /** The customer asks to return the kurta, or to exchange it for size L. */
  ask: (kind?: 'return' | 'exchange') => Promise<void>
  /** Sends 'GET /returns', 'POST /orders/…/pickup' … as a person. */
  call: <Result = unknown>(
    person: Person,
    request: string,
    body?: object,
  ) => Promise<Answer<Result>>
  assign: (to?: Rider) => Promise<Answer<StaffOrder>>
  check: (body: object, by?: Person) => Promise<Answer<Pickup | null>>
  shiftOf: (person: Person) => Promise<RiderShift>
  /** The return as the order page has it. */
  returned: () => Promise<StaffReturn | undefined>
  /** Takes a photo as the rider, or as somebody else, and returns its id; empty if it is refused. */
  photo: (by?: Person) => Promise<string>
}

/** A test with a rider, and a delivered order that can be returned. */
export const test = deliveredTest.extend<PickupFixture>({
  rider: async ({ db }, use) => use(await aRider(db, { name: 'Ravi Rao' })),
  manager: async ({ db }, use) => use(await aPerson(db, 'manager')),
  number: async ({ db, delivered: { orderId } }, use) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    await use(order?.orderNumber ?? '')
  },
  ask: async ({ delivered: { orderId, lineId }, kurta, send }, use) =>
    use(async (kind = 'return') => {
      const answer =
        kind === 'return'
          ? await send('PATCH', 'orders/return', {
              orderId,
              returnData: [
                { orderItemId: lineId, returnReason: 'Quality issue', returnPhotos: [] },
              ],
              action: 'returnProduct',
            })
          : await send('PATCH', 'orders/exchange', {
              ...{ orderId, orderItemIdToExchange: lineId, exchangeProductId: kurta },
              ...{ size: 'L', exchangeReason: 'Too small' },
            })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer))
    }),
  call: async ({ api }, use) =>
    use(({ token }, request, body) => {
      const [method = '', path = ''] = request.split(' ')
      return staffCalls(api, token)(method, path, body)
    }),
  assign: async ({ call, manager, number, rider }, use) =>
    use((to = rider) => call(manager, `POST /orders/${number}/pickup`, { riderId: to.agentId })),
  check: async ({ call, number, rider }, use) =>
    use((body, by = rider) => call(by, `POST /orders/${number}/pickup/check`, body)),
  shiftOf: async ({ call }, use) =>
    use(async (person) => (await call<RiderShift>(person, 'GET /deliveries')).body.result),
  returned: async ({ call, manager, number }, use) =>
    use(
      async () => (await call<StaffOrder>(manager, `GET /orders/${number}`)).body.result.returns[0],
    ),
  photo: async ({ api, number, rider }, use) =>
    use(async ({ token } = rider) => {
      const response = await api.request(`/api/staff/orders/${number}/photos`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
        body: new Uint8Array(await aJpeg(60)),
      })
      return ((await response.json()) as { result?: { id: string } }).result?.id ?? ''
    }),
})

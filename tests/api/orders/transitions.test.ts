import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { OrderStatus } from '#contract/orders/order.ts'
import type { PurchaseType } from '#contract/cart/cart.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { withRollback } from '#tests/support/api/apiTest.ts'
import { test as orderTest } from '#tests/support/api/tests/orderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

const statuses = OrderStatus.options
const types = ['Standard', 'Try and Buy'] as const

/** Every allowed transition, whoever makes it. */
const ofOrders: Record<PurchaseType, string[]> = {
  Standard: [
    'Accepted > Cancelled',
    'Accepted > Shipped',
    'Shipped > On the way',
    'On the way > Delivered',
  ],
  'Try and Buy': [
    'Accepted > Cancelled',
    'Accepted > Shipped',
    'Shipped > On the way',
    'On the way > Arrived',
    'Arrived > Size Trialing',
    'Size Trialing > Delivered',
  ],
}
const ofLines: Record<PurchaseType, string[]> = {
  Standard: [
    'Accepted > Cancelled',
    'Delivered > Return Requested',
    'Delivered > Exchange Requested',
    'Return Requested > Return Accepted',
    'Return Requested > Return Cancelled',
    'Return Accepted > Returned',
    'Exchange Requested > Exchange Accepted',
    'Exchange Requested > Exchange Cancelled',
    'Exchange Accepted > Exchanged',
  ],
  'Try and Buy': ['Accepted > Cancelled', 'Size Trialing > Cancelled'],
}

type Placed = {
  lineId: string
  /** Brings the order and its line to these statuses. */
  moveTo: (db: Database, purchaseType: PurchaseType, status: OrderStatus) => Promise<void>
}

const test = orderTest.extend<Placed>({
  lineId: async ({ db, orderId }, use) => {
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    await use(line?.id ?? '')
  },
  moveTo: async ({ orderId }, use) =>
    use(async (db, purchaseType, status) => {
      const delivered = { deliveredAt: new Date() }
      const trial = purchaseType === 'Try and Buy' ? 'L' : null
      await db
        .update(orders)
        .set({ purchaseType, status, ...delivered })
        .where(eq(orders.id, orderId))
      await db
        .update(orderLines)
        .set({ purchaseType, status, trialSize: trial, exchangeSize: 'S' })
        .where(eq(orderLines.orderId, orderId))
    }),
})

/** The data that a refused transition must not change. */
async function stateOf(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const stock = await db.select({ stock: products.stock }).from(products)
  return { order, lines, stock, refunds: await db.$count(refunds) }
}

/** Every transition is tried from every status; each try is rolled back. */
async function allowedBy(
  { db, orderId }: { db: Database; orderId: string },
  moveToStatus: (tx: Database, from: OrderStatus) => Promise<void>,
  move: (tx: Database, to: OrderStatus) => Promise<void>,
): Promise<string[]> {
  const allowed: string[] = []
  for (const from of statuses) {
    await withRollback(db, async (tx) => {
      await moveToStatus(tx, from)
      const before = await stateOf(tx, orderId)
      for (const to of statuses) {
        await withRollback(tx, async (attempt) => {
          const refusal = await move(attempt, to).then(
            () => undefined,
            (error: unknown) => error,
          )
          if (refusal === undefined) allowed.push(`${from} > ${to}`)
          else {
            expect(refusal).toBeInstanceOf(StoreError)
            expect((refusal as StoreError).code).toBe('not_allowed_now')
          }
        })
      }
      expect(await stateOf(tx, orderId)).toEqual(before)
    })
  }
  return allowed
}

describe.each(types)('a %s order', (purchaseType) => {
  test.for([
    ['courier', []],
    ['store', ['Shipped > Cancelled']],
  ] as const)(
    'the %s makes the allowed transitions and %j, and no other [order.7] [track.4]',
    async ([by, ownTransitions], { db, orderId, moveTo }) => {
      const allowed = await allowedBy(
        { db, orderId },
        (tx, from) => moveTo(tx, purchaseType, from),
        (tx, to) => transitionOrder(tx, { orderId, to, by }),
      )

      expect(allowed.sort()).toEqual([...ofOrders[purchaseType], ...ownTransitions].sort())
    },
  )

  test('an order line makes the allowed transitions without its order and no other [order.7] [order.4]', async ({
    db,
    orderId,
    lineId,
    moveTo,
  }) => {
    const allowed = await allowedBy(
      { db, orderId },
      (tx, from) => moveTo(tx, purchaseType, from),
      (tx, to) => transitionLine(tx, { orderId, lineId, to, by: 'store' }),
    )

    expect(allowed.sort()).toEqual(ofLines[purchaseType].toSorted())
  })

  test('the customer can cancel, return and exchange in the right status only [order.3] [order.4] [order.7]', async ({
    api,
    db,
    me,
    kurta,
    orderId,
    lineId,
    moveTo,
  }) => {
    const line = { orderItemId: lineId, returnReason: 'Other' }
    const requests = {
      cancel: ['PUT', { orderId, orderItemIds: [lineId] }],
      return: ['PATCH', { orderId, returnData: [line], action: 'returnProduct' }],
      exchange: [
        'PATCH',
        {
          orderId,
          orderItemIdToExchange: lineId,
          exchangeProductId: kurta,
          size: 'L',
          exchangeReason: 'Size issue',
        },
      ],
    } as const
    const allowed: string[] = []

    for (const status of statuses) {
      await moveTo(db, purchaseType, status)
      const before = await stateOf(db, orderId)
      for (const [name, [method, body]] of Object.entries(requests)) {
        const response = await api.request(`/api/orders/${name}`, withToken(me.token, method, body))
        if (response.status === 200) {
          allowed.push(`${name} when ${status}`)
          await moveTo(db, purchaseType, status)
          continue
        }
        expect([response.status, name, status]).toEqual([409, name, status])
        expect((await response.json()).code).toBe('not_allowed_now')
        if (!allowed.some((made) => made.endsWith(` when ${status}`))) {
          expect(await stateOf(db, orderId)).toEqual(before)
        }
      }
    }

    expect(allowed).toEqual(
      purchaseType === 'Standard'
        ? ['cancel when Accepted', 'return when Delivered', 'exchange when Delivered']
        : ['cancel when Accepted'],
    )
  })
})

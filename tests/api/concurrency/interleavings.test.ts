import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'

import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  type Action,
  cancelAction,
  createDeliveredOrder,
  createPaidOrder,
  createPlacedOrder,
  createUnpaidOrder,
  orderAction,
  price,
  returnAction,
  routeAction,
  type Shop,
  webhookAction,
} from '#tests/support/faults/faultFixtures.ts'
import { freshDatabase, type FreshDatabase } from '#tests/support/database/freshDatabase.ts'
import { deadlocksOf, interleave } from '#tests/support/concurrency/interleave.ts'
import { markExamined, openKillableStore, runJobs } from '#tests/support/server/killableStore.ts'
import {
  type Effects,
  noneUnsent,
  orderEffects,
  type OrderOwner,
  readUnsent,
} from '#tests/support/concurrency/orderEffects.ts'
import { isFull, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import { orders } from '#server/database/schema/orders.ts'
import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import {
  awaitingPayment,
  cancelled,
  paid,
  replaced,
  shipped,
  untouched,
} from '#tests/support/faults/faultEffects.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { payInWindow, verify } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

/** The responses to two concurrent calls, and the resulting state of both customers. */
type Outcome = { responses: number[]; effects: Effects[] }

/** Two calls about the same resource and every outcome that is allowed, whichever comes first. */
type ConcurrentCalls = {
  name: string
  prepare: (shop: Shop) => Promise<{ actions: [Action, Action]; owners: OrderOwner[] }>
  outcomes: Outcome[]
}

const concurrentCalls: ConcurrentCalls[] = [
  {
    name: 'a payment verified, and reported by the webhook',
    prepare: async (shop) => {
      const { buyer, owner, signedPayment } = await createPaidOrder(shop)
      // Another item was added to the bag meanwhile, and it stays there.
      await shop.db.update(cartLines).set({ quantity: 2 }).where(eq(cartLines.userId, buyer.userId))
      const verifying: Action = async (api) => (await verify(api, buyer, signedPayment)).status
      return { actions: [verifying, await webhookAction(shop, signedPayment)], owners: [owner] }
    },
    outcomes: [{ responses: [200, 200], effects: [{ ...paid, inCart: 1 }] }],
  },
  {
    name: 'an order cancelled, and shipped',
    prepare: async (shop) => {
      const { buyer, owner, orderId } = await createPlacedOrder(shop)
      const shipping = routeAction(`/faults/orders/${orderId}/Shipped`)
      return { actions: [await cancelAction(shop, buyer, orderId), shipping], owners: [owner] }
    },
    outcomes: [
      { responses: [200, 409], effects: [cancelled] },
      { responses: [409, 200], effects: [shipped] },
    ],
  },
  {
    name: 'an order that expires, and is paid',
    prepare: async (shop) => {
      const { buyer, owner, startedPayment } = await createUnpaidOrder(shop)
      const holdUntil = new Date(0)
      await shop.db.update(orders).set({ holdUntil }).where(eq(orders.id, startedPayment.order._id))
      const paying: Action = async (api) => {
        const { response } = await payInWindow(api, startedPayment)
        return (await verify(api, buyer, response)).status
      }
      return { actions: [routeAction('/faults/sweep'), paying], owners: [owner] }
    },
    outcomes: [{ responses: [200, 200], effects: [paid] }],
  },
  {
    name: 'the last use of a coupon, twice',
    prepare: (shop) => twoOrders(shop, { maxUses: 1 }),
    outcomes: outcomesWithOneWinner({ onHand: 5 }),
  },
  {
    name: 'the last item, ordered twice',
    prepare: async (shop) =>
      twoOrders(shop, { productId: await onSale(shop.db, { stock: { M: 1 } }) }),
    outcomes: outcomesWithOneWinner({ onHand: 0 }),
  },
  {
    name: 'an order that replaces a pending one, and the pending one paid',
    prepare: async (shop) => {
      const { buyer, owner, signedPayment } = await createPaidOrder(shop)
      await shop.db
        .update(orders)
        .set({ cartHash: 'another' })
        .where(eq(orders.userId, buyer.userId))
      const placing = await orderAction(shop, buyer, 'prepaid')
      return { actions: [placing, await webhookAction(shop, signedPayment)], owners: [owner] }
    },
    outcomes: [
      {
        responses: [200, 200],
        effects: [
          {
            ...paid,
            orders: ['awaiting_payment Accepted Pending', 'completed Cancelled paid'],
            payments: [`checkout captured ${price}`, `checkout created ${price}`],
            refunds: [`replaced processed ${price}`],
            refundsAtProvider: 1,
            inCart: 1,
          },
        ],
      },
      { responses: [409, 200], effects: [paid] },
    ],
  },
  {
    name: 'a cash order of a bag, and its pending order paid',
    prepare: async (shop) => {
      const { buyer, owner, signedPayment } = await createPaidOrder(shop)
      const placing = await orderAction(shop, buyer)
      return { actions: [placing, await webhookAction(shop, signedPayment)], owners: [owner] }
    },
    outcomes: [
      { responses: [200, 200], effects: [replaced] },
      { responses: [409, 200], effects: [paid] },
    ],
  },
  {
    name: 'an item returned, and exchanged',
    prepare: async (shop) => {
      const { buyer, owner, orderId, lineId } = await createDeliveredOrder(shop)
      const exchanged = { orderItemIdToExchange: lineId, exchangeProductId: owner.productId }
      const body = { orderId, ...exchanged, size: 'L', exchangeReason: 'Size issue' }
      const exchanging = withToken(buyer.token, 'PATCH', body)
      return {
        actions: [
          returnAction(buyer, orderId, lineId),
          async (api) => (await api.request('/api/orders/exchange', exchanging)).status,
        ],
        owners: [owner],
      }
    },
    outcomes: [
      {
        responses: [200, 409],
        effects: [{ ...paid, orders: ['completed Return Requested paid'], invoiceCount: 1 }],
      },
      {
        responses: [409, 200],
        effects: [{ ...paid, orders: ['completed Exchange Requested paid'], invoiceCount: 1 }],
      },
    ],
  },
  {
    name: 'a refund sent by one process, and by another',
    prepare: async (shop) => {
      const { buyer, owner, orderId } = await createPlacedOrder(shop)
      await (
        await cancelAction(shop, buyer, orderId)
      )(shop.api)
      return {
        actions: [routeAction('/faults/sweep'), routeAction('/faults/sweep')],
        owners: [owner],
      }
    },
    outcomes: [{ responses: [200, 200], effects: [cancelled] }],
  },
]

type OrderOptions = { productId?: string; maxUses?: number }

/** Two customers with one coupon, for different items unless one is named. */
async function twoOrders(shop: Shop, { productId, ...terms }: OrderOptions) {
  const { db } = shop
  const { id: couponId } = await aCoupon(db, terms)
  const shopper = async () => {
    const wanted = productId ?? (await onSale(db, { stock: { M: 5 } }))
    const buyer = await createBuyer(db)
    await addToCart(db, buyer.userId, { productId: wanted, couponId })
    return { buyer, owner: { userId: buyer.userId, productId: wanted, couponId } }
  }
  const [first, second] = [await shopper(), await shopper()]
  const actions: [Action, Action] = [
    await orderAction(shop, first.buyer),
    await orderAction(shop, second.buyer, 'prepaid'),
  ]
  return { actions, owners: [first.owner, second.owner] }
}

/** The winner has the item; the other's bag does not change. */
function outcomesWithOneWinner({ onHand }: { onHand: number }): Outcome[] {
  const none: Effects = { ...untouched, onHand, couponUses: 1, inCart: 1 }
  const used = { ...untouched, onHand: Math.min(onHand, 4), couponUses: 1 }
  const cash: Effects = {
    ...used,
    orders: ['completed Accepted Pending'],
    payments: [`on_delivery created ${price}`],
  }
  const online: Effects = { ...awaitingPayment, onHand: used.onHand }
  return [
    { responses: [200, 409], effects: [cash, none] },
    { responses: [409, 200], effects: [none, online] },
  ]
}

/**
 * At full length after every statement; otherwise the two roles share a sample of their statements.
 */
const every = isFull ? 1 : 5

let fresh: FreshDatabase
let shop: Shop & { close: () => Promise<void> }

describe('two calls, one of which runs between any two statements of the other', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    shop = openKillableStore(fresh.url)
    await saveInitialStoreFacts(shop.db, demoFacts)
  })
  afterEach(() => setClock())
  afterAll(async () => {
    await shop.close()
    await fresh.drop()
  })

  for (const pair of concurrentCalls) {
    test(
      `${pair.name}: an allowed outcome [safe.1] [checkout.10] [order.3]`,
      async () => {
        const seen = {
          first: await forEachStatement(pair, 0),
          other: await forEachStatement(pair, 1),
        }
        process.stdout.write(`${pair.name}: met ${seen.first} and ${seen.other} times\n`)
        expect(await deadlocksOf(shop.db)).toBe(0)
        expect(seen.first).toBeGreaterThan(1)
        expect(seen.other).toBeGreaterThan(1)
      },
      proofTimeoutMs,
    )
  }
})

/**
 * Runs this call first, up to one statement after the other; returns how often the second call got
 * in between.
 */
async function forEachStatement(pair: ConcurrentCalls, place: 0 | 1): Promise<number> {
  const from = isFull || place === 0 ? 1 : 3
  for (let count = 0; ; count++) {
    const after = from + count * every
    const end = await runInterleaved(pair, place, after)
    if (end === undefined) return count
    expect({
      place,
      after,
      end: pair.outcomes.find((outcome) => isDeepStrictEqual(outcome, end)),
    }).toEqual({
      ...{ place, after, end },
    })
  }
}

async function runInterleaved(
  { prepare }: ConcurrentCalls,
  place: 0 | 1,
  after: number,
): Promise<Outcome | undefined> {
  const { actions, owners } = await prepare(shop)
  const [first, other] = place === 0 ? actions : [actions[1], actions[0]]
  const calls = { first: () => first(shop.api), other: () => other(shop.api) }
  const responses = await interleave(shop.db, { ...calls, after })
  await runJobs(shop)
  expect(await readUnsent(shop.db)).toEqual(noneUnsent)
  const effects = await Promise.all(owners.map((owner) => orderEffects(shop.db, owner)))
  for (const owner of owners) await markExamined(shop, owner)
  return responses && { responses: place === 0 ? responses : responses.toReversed(), effects }
}

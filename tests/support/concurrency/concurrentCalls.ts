import { eq } from 'drizzle-orm'

import { cartLines } from '#server/database/schema/carts.ts'
import { orders } from '#server/database/schema/orders.ts'
import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import {
  type Action,
  routeAction,
  createUnpaidOrder,
  cancelAction,
  createDeliveredOrder,
  webhookAction,
  orderAction,
  createPaidOrder,
  createPlacedOrder,
  price,
  returnAction,
  type Shop,
} from '#tests/support/faults/faultFixtures.ts'
import {
  cancelled,
  paid,
  replaced,
  shipped,
  untouched,
  awaitingPayment,
} from '#tests/support/faults/faultEffects.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import type { Effects, OrderOwner } from './orderEffects.ts'
import { payInWindow, verify } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

/** The responses to two concurrent calls, and the resulting state of both customers. */
export type Outcome = { responses: number[]; effects: Effects[] }

/** Two calls about the same resource and every outcome that is allowed, whichever comes first. */
export type ConcurrentCalls = {
  name: string
  prepare: (shop: Shop) => Promise<{ actions: [Action, Action]; owners: OrderOwner[] }>
  outcomes: Outcome[]
}

export const concurrentCalls: ConcurrentCalls[] = [
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

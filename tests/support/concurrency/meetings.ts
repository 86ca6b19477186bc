import { eq } from 'drizzle-orm'

import { cartLines } from '#server/database/schema/carts.ts'
import { orders } from '#server/database/schema/orders.ts'
import { aBuyer } from '#tests/support/api/checkoutTest.ts'
import {
  type Act,
  asking,
  begunBag,
  cancelling,
  delivered,
  hearing,
  ordering,
  paidBag,
  placedPaid,
  price,
  sendingBack,
  type Shop,
} from '#tests/support/faults/faultBags.ts'
import { cancelled, paid, shipped, untouched, waiting } from '#tests/support/faults/faultEffects.ts'
import { aCoupon, inCart, onSale } from '#tests/support/shopper/givens.ts'
import type { Effects, Whose } from './orderEffects.ts'
import { payInWindow, verify } from '#tests/support/api/paymentTest.ts'
import { as } from '#tests/support/api/requests.ts'

/** How two concurrent calls were answered, and the resulting state of both customers. */
export type End = { answers: number[]; effects: Effects[] }

/** Two calls about the same resource and every outcome that is allowed, whichever comes first. */
export type Meeting = {
  name: string
  begin: (shop: Shop) => Promise<{ acts: [Act, Act]; whose: Whose[] }>
  ends: End[]
}

export const meetings: Meeting[] = [
  {
    name: 'a payment verified, and told of by the webhook',
    begin: async (shop) => {
      const { buyer, whose, handed } = await paidBag(shop)
      // Another item was added to the bag meanwhile, and it stays there.
      await shop.db.update(cartLines).set({ quantity: 2 }).where(eq(cartLines.userId, buyer.userId))
      const verifying: Act = async (api) => (await verify(api, buyer, handed)).status
      return { acts: [verifying, await hearing(shop, handed)], whose: [whose] }
    },
    ends: [{ answers: [200, 200], effects: [{ ...paid, inBag: 1 }] }],
  },
  {
    name: 'an order cancelled, and sent out',
    begin: async (shop) => {
      const { buyer, whose, orderId } = await placedPaid(shop)
      const shipping = asking(`/faults/orders/${orderId}/Shipped`)
      return { acts: [await cancelling(shop, buyer, orderId), shipping], whose: [whose] }
    },
    ends: [
      { answers: [200, 409], effects: [cancelled] },
      { answers: [409, 200], effects: [shipped] },
    ],
  },
  {
    name: 'pieces let go when their time was over, and paid',
    begin: async (shop) => {
      const { buyer, whose, begun } = await begunBag(shop)
      const holdUntil = new Date(0)
      await shop.db.update(orders).set({ holdUntil }).where(eq(orders.id, begun.order._id))
      const paying: Act = async (api) => {
        const { answer } = await payInWindow(api, begun)
        return (await verify(api, buyer, answer)).status
      }
      return { acts: [asking('/faults/sweep'), paying], whose: [whose] }
    },
    ends: [{ answers: [200, 200], effects: [paid] }],
  },
  {
    name: 'the last use of a coupon, and the same once more',
    begin: (shop) => twoOrders(shop, { maxUses: 1 }),
    ends: endsOfOne({ onHand: 5 }),
  },
  {
    name: 'the last piece, and the same once more',
    begin: async (shop) =>
      twoOrders(shop, { productId: await onSale(shop.db, { stock: { M: 1 } }) }),
    ends: endsOfOne({ onHand: 0 }),
  },
  {
    name: 'an order instead of one that waits, and that one paid',
    begin: async (shop) => {
      const { buyer, whose, handed } = await paidBag(shop)
      await shop.db
        .update(orders)
        .set({ bagHash: 'another' })
        .where(eq(orders.userId, buyer.userId))
      const placing = await ordering(shop, buyer, 'prepaid')
      return { acts: [placing, await hearing(shop, handed)], whose: [whose] }
    },
    ends: [
      // The coupon now applies to the new order, so the old payment is refunded.
      {
        answers: [200, 200],
        effects: [
          {
            ...paid,
            orders: ['awaiting_payment Accepted Pending', 'placed Cancelled paid'],
            payments: [`checkout captured ${price}`, `checkout created ${price}`],
            refunds: [`late_payment processed ${price}`],
            refundsAtProvider: 1,
            inBag: 1,
          },
        ],
      },
      { answers: [409, 200], effects: [paid] },
    ],
  },
  {
    name: 'a piece sent back, and exchanged',
    begin: async (shop) => {
      const { buyer, whose, orderId, lineId } = await delivered(shop)
      const exchanged = { orderItemIdToExchange: lineId, exchangeProductId: whose.productId }
      const body = { orderId, ...exchanged, size: 'L', exchangeReason: 'Size issue' }
      const exchanging = as(buyer.token, 'PATCH', body)
      return {
        acts: [
          sendingBack(buyer, orderId, lineId),
          async (api) => (await api.request('/api/orders/exchange', exchanging)).status,
        ],
        whose: [whose],
      }
    },
    ends: [
      {
        answers: [200, 409],
        effects: [{ ...paid, orders: ['placed Return Requested paid'], papers: 1 }],
      },
      {
        answers: [409, 200],
        effects: [{ ...paid, orders: ['placed Exchange Requested paid'], papers: 1 }],
      },
    ],
  },
  {
    name: 'a refund sent by one process, and by another',
    begin: async (shop) => {
      const { buyer, whose, orderId } = await placedPaid(shop)
      await (
        await cancelling(shop, buyer, orderId)
      )(shop.api)
      return { acts: [asking('/faults/sweep'), asking('/faults/sweep')], whose: [whose] }
    },
    ends: [{ answers: [200, 200], effects: [cancelled] }],
  },
]

type Wanted = { productId?: string; maxUses?: number }

/** Two customers with one coupon, for different items unless one is named. */
async function twoOrders(shop: Shop, { productId, ...terms }: Wanted) {
  const { db } = shop
  const { id: couponId } = await aCoupon(db, terms)
  const shopper = async () => {
    const wanted = productId ?? (await onSale(db, { stock: { M: 5 } }))
    const buyer = await aBuyer(db)
    await inCart(db, buyer.userId, { productId: wanted, couponId })
    return { buyer, whose: { userId: buyer.userId, productId: wanted, couponId } }
  }
  const [one, other] = [await shopper(), await shopper()]
  const acts: [Act, Act] = [
    await ordering(shop, one.buyer),
    await ordering(shop, other.buyer, 'prepaid'),
  ]
  return { acts, whose: [one.whose, other.whose] }
}

/** The winner has the item; the other's bag does not change. */
function endsOfOne({ onHand }: { onHand: number }): End[] {
  const none: Effects = { ...untouched, onHand, couponUses: 1, inBag: 1 }
  const used = { ...untouched, onHand: Math.min(onHand, 4), couponUses: 1 }
  const cash: Effects = {
    ...used,
    orders: ['placed Accepted Pending'],
    payments: [`on_delivery created ${price}`],
  }
  const online: Effects = { ...waiting, onHand: used.onHand }
  return [
    { answers: [200, 409], effects: [cash, none] },
    { answers: [409, 200], effects: [none, online] },
  ]
}

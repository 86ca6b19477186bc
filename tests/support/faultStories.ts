import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'

import { productSizes } from '#server/database/catalogueTables.ts'
import { orders } from '#server/database/orderTables.ts'
import { sandboxEvents } from '#server/database/sandboxTables.ts'
import { signed } from '#server/demo/sandboxWebhooks.ts'
import { releaseHold } from '#server/platform/releaseHold.ts'
import {
  aBag,
  type Act,
  asking,
  begunBag,
  cancelling,
  delivered,
  ordering,
  paidBag,
  placedPaid,
  price,
  sendingBack,
  type Shop,
} from './faultBags.ts'
import type { Effects, Whose } from './orderEffects.ts'
import { payInWindow, tell, verify } from './paymentTest.ts'

/** A call that moves money or stock, all that comes before it, and all that it does, once. */
export type Story = {
  name: string
  begin: (shop: Shop) => Promise<{ whose: Whose; act: Act }>
  effects: Effects
  /** How it is answered; where somebody else may have done it meanwhile, that is said. */
  status: number[]
}

const nothing = {
  ...{ payments: [], refunds: [], refundsAtProvider: 0 },
  ...{ onHand: 5, couponUses: 0, inBag: 0, papers: 0 },
}
const paid = { payments: [`checkout captured ${price}`], onHand: 4, couponUses: 1 }
const back = (reason: string) => ({
  refunds: [`${reason} processed ${price}`],
  refundsAtProvider: 1,
})

export const stories: Story[] = [
  {
    name: 'an order for cash',
    begin: async (shop) => {
      const { buyer, whose } = await aBag(shop)
      return { whose, act: await ordering(shop, buyer) }
    },
    effects: {
      ...nothing,
      orders: ['placed Accepted Pending'],
      payments: [`on_delivery created ${price}`],
      onHand: 4,
      couponUses: 1,
    },
    status: [200],
  },
  {
    name: 'an order to be paid online',
    begin: async (shop) => {
      const { buyer, whose } = await aBag(shop)
      return { whose, act: await ordering(shop, buyer, 'prepaid') }
    },
    effects: {
      ...nothing,
      orders: ['awaiting_payment Accepted Pending'],
      payments: [`checkout created ${price}`],
      onHand: 4,
      couponUses: 1,
      inBag: 1,
    },
    status: [200],
  },
  {
    name: 'an order instead of one that waits',
    begin: async (shop) => {
      const { buyer, whose } = await begunBag(shop)
      await shop.db
        .update(orders)
        .set({ bagHash: 'another' })
        .where(eq(orders.userId, buyer.userId))
      return { whose, act: await ordering(shop, buyer, 'prepaid') }
    },
    effects: {
      ...nothing,
      orders: ['awaiting_payment Accepted Pending', 'expired Accepted Pending'],
      payments: [`checkout created ${price}`, `checkout created ${price}`],
      onHand: 4,
      couponUses: 1,
      inBag: 1,
    },
    status: [200],
  },
  {
    name: 'a payment verified',
    begin: async (shop) => {
      const { buyer, whose, handed } = await paidBag(shop)
      const key = randomUUID()
      return { whose, act: async (api) => (await verify(api, buyer, { ...handed, key })).status }
    },
    effects: { ...nothing, ...paid, orders: ['placed Accepted paid'] },
    status: [200],
  },
  {
    name: 'a payment told of by the webhook',
    begin: async (shop) => {
      const { whose, handed } = await paidBag(shop)
      const isOfIt = like(sandboxEvents.body, `%${handed.razorpay_payment_id}%`)
      const [event] = await shop.db.select().from(sandboxEvents).where(isOfIt)
      const news = signed(event!, shop.webhookSecret)
      return { whose, act: (api) => tell(api, news) }
    },
    effects: { ...nothing, ...paid, orders: ['placed Accepted paid'] },
    status: [200],
  },
  {
    name: 'a payment that comes too late, when all is sold',
    begin: async (shop) => {
      const { buyer, whose, begun } = await begunBag(shop)
      await shop.db.transaction((tx) => releaseHold(tx, begun.order._id))
      await shop.db
        .update(productSizes)
        .set({ onHand: 0 })
        .where(eq(productSizes.productId, whose.productId))
      const { answer: handed } = await payInWindow(shop.api, begun)
      const key = randomUUID()
      return { whose, act: async (api) => (await verify(api, buyer, { ...handed, key })).status }
    },
    effects: {
      ...nothing,
      ...paid,
      ...back('late_payment'),
      orders: ['placed Cancelled paid'],
      onHand: 0,
      couponUses: 0,
      inBag: 1,
    },
    status: [409],
  },
  {
    name: 'a paid order cancelled',
    begin: async (shop) => {
      const { buyer, whose, orderId } = await placedPaid(shop)
      return { whose, act: await cancelling(shop, buyer, orderId) }
    },
    effects: {
      ...nothing,
      ...paid,
      ...back('cancelled'),
      orders: ['placed Cancelled paid'],
      onHand: 5,
      couponUses: 0,
    },
    status: [200],
  },
  {
    name: 'a refund sent to the provider',
    begin: async (shop) => {
      const { buyer, whose, orderId } = await placedPaid(shop)
      await (
        await cancelling(shop, buyer, orderId)
      )(shop.api)
      return { whose, act: asking('/faults/sweep') }
    },
    effects: {
      ...nothing,
      ...paid,
      ...back('cancelled'),
      orders: ['placed Cancelled paid'],
      onHand: 5,
      couponUses: 0,
    },
    status: [200],
  },
  {
    name: 'pieces let go that were not paid in time',
    begin: async (shop) => {
      const { whose, begun } = await begunBag(shop)
      const holdUntil = new Date(0)
      await shop.db.update(orders).set({ holdUntil }).where(eq(orders.id, begun.order._id))
      return { whose, act: asking('/faults/sweep') }
    },
    effects: {
      ...nothing,
      orders: ['expired Accepted Pending'],
      payments: [`checkout created ${price}`],
      inBag: 1,
    },
    status: [200],
  },
  {
    name: 'an order sent out',
    begin: async (shop) => {
      const { whose, orderId } = await placedPaid(shop)
      return { whose, act: asking(`/faults/orders/${orderId}/Shipped`) }
    },
    effects: { ...nothing, ...paid, orders: ['placed Shipped paid'], papers: 1 },
    status: [200, 409],
  },
  {
    name: 'a piece that came back',
    begin: async (shop) => {
      const { buyer, whose, orderId, lineId } = await delivered(shop)
      await sendingBack(buyer, orderId, lineId)(shop.api)
      await asking(`/faults/orders/${orderId}/${lineId}/Return Accepted`)(shop.api)
      return { whose, act: asking(`/faults/orders/${orderId}/${lineId}/Returned`) }
    },
    effects: {
      ...nothing,
      ...paid,
      ...back('returned'),
      orders: ['placed Returned paid'],
      onHand: 5,
      papers: 2,
    },
    status: [200, 409],
  },
]

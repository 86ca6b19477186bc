import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'

import { stockLevels } from '#server/database/schema/stock.ts'
import { orders } from '#server/database/schema/orders.ts'
import { releaseReservation } from '#server/commerce/stock.ts'
import {
  createCart,
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
} from './faultFixtures.ts'
import { cancelled, paid, replaced, shipped, untouched, awaitingPayment } from './faultEffects.ts'
import type { Effects, OrderOwner } from '#tests/support/concurrency/orderEffects.ts'
import { payInWindow, verify } from '#tests/support/api/tests/paymentTest.ts'

/** A call that changes money or stock, its preparation and all its effects. */
export type Story = {
  name: string
  prepare: (shop: Shop) => Promise<{ owner: OrderOwner; action: Action }>
  effects: Effects
  /** The expected status; another process may have done the work already. */
  status: number[]
}

export const stories: Story[] = [
  {
    name: 'a cash on delivery order',
    prepare: async (shop) => {
      const { buyer, owner } = await createCart(shop)
      return { owner, action: await orderAction(shop, buyer) }
    },
    effects: {
      ...untouched,
      orders: ['completed Accepted Pending'],
      payments: [`on_delivery created ${price}`],
      onHand: 4,
      couponUses: 1,
    },
    status: [200],
  },
  {
    name: 'an online order',
    prepare: async (shop) => {
      const { buyer, owner } = await createCart(shop)
      return { owner, action: await orderAction(shop, buyer, 'prepaid') }
    },
    effects: awaitingPayment,
    status: [200],
  },
  {
    name: 'an order that replaces a pending one',
    prepare: async (shop) => {
      const { buyer, owner } = await createUnpaidOrder(shop)
      await shop.db
        .update(orders)
        .set({ cartHash: 'another' })
        .where(eq(orders.userId, buyer.userId))
      return { owner, action: await orderAction(shop, buyer, 'prepaid') }
    },
    effects: {
      ...awaitingPayment,
      orders: ['awaiting_payment Accepted Pending', 'expired Accepted Pending'],
      payments: [`checkout created ${price}`, `checkout created ${price}`],
    },
    status: [200],
  },
  {
    name: 'a payment verified',
    prepare: async (shop) => {
      const { buyer, owner, signedPayment } = await createPaidOrder(shop)
      const key = randomUUID()
      return {
        owner,
        action: async (api) => (await verify(api, buyer, { ...signedPayment, key })).status,
      }
    },
    effects: paid,
    status: [200],
  },
  {
    name: 'a payment reported by the webhook',
    prepare: async (shop) => {
      const { owner, signedPayment } = await createPaidOrder(shop)
      return { owner, action: await webhookAction(shop, signedPayment) }
    },
    effects: paid,
    status: [200],
  },
  {
    name: 'a late payment for sold-out items',
    prepare: async (shop) => {
      const { buyer, owner, startedPayment } = await createUnpaidOrder(shop)
      await shop.db.transaction((tx) => releaseReservation(tx, startedPayment.order._id))
      await shop.db
        .update(stockLevels)
        .set({ onHand: 0 })
        .where(eq(stockLevels.productId, owner.productId))
      const { response: signedPayment } = await payInWindow(shop.api, startedPayment)
      const key = randomUUID()
      return {
        owner,
        action: async (api) => (await verify(api, buyer, { ...signedPayment, key })).status,
      }
    },
    effects: {
      ...cancelled,
      refunds: [`late_payment processed ${price}`],
      onHand: 0,
      inCart: 1,
    },
    status: [409],
  },
  {
    name: 'a payment of a replaced order',
    prepare: async (shop) => {
      const { buyer, owner, startedPayment } = await createUnpaidOrder(shop)
      await (
        await orderAction(shop, buyer)
      )(shop.api)
      const { response: signedPayment } = await payInWindow(shop.api, startedPayment)
      const key = randomUUID()
      return {
        owner,
        action: async (api) => (await verify(api, buyer, { ...signedPayment, key })).status,
      }
    },
    effects: replaced,
    status: [409],
  },
  {
    name: 'a paid order cancelled',
    prepare: async (shop) => {
      const { buyer, owner, orderId } = await createPlacedOrder(shop)
      return { owner, action: await cancelAction(shop, buyer, orderId) }
    },
    effects: cancelled,
    status: [200],
  },
  {
    name: 'a refund sent to the provider',
    prepare: async (shop) => {
      const { buyer, owner, orderId } = await createPlacedOrder(shop)
      await (
        await cancelAction(shop, buyer, orderId)
      )(shop.api)
      return { owner, action: routeAction('/faults/sweep') }
    },
    effects: cancelled,
    status: [200],
  },
  {
    name: 'an unpaid order that expires',
    prepare: async (shop) => {
      const { owner, startedPayment } = await createUnpaidOrder(shop)
      const holdUntil = new Date(0)
      await shop.db.update(orders).set({ holdUntil }).where(eq(orders.id, startedPayment.order._id))
      return { owner, action: routeAction('/faults/sweep') }
    },
    effects: {
      ...untouched,
      orders: ['expired Accepted Pending'],
      payments: [`checkout created ${price}`],
      inCart: 1,
    },
    status: [200],
  },
  {
    name: 'an order shipped',
    prepare: async (shop) => {
      const { owner, orderId } = await createPlacedOrder(shop)
      return { owner, action: routeAction(`/faults/orders/${orderId}/Shipped`) }
    },
    effects: shipped,
    status: [200, 409],
  },
  {
    name: 'an item is returned',
    prepare: async (shop) => {
      const { buyer, owner, orderId, lineId } = await createDeliveredOrder(shop)
      await returnAction(buyer, orderId, lineId)(shop.api)
      await routeAction(`/faults/orders/${orderId}/${lineId}/Return Accepted`)(shop.api)
      return { owner, action: routeAction(`/faults/orders/${orderId}/${lineId}/Returned`) }
    },
    effects: {
      ...shipped,
      orders: ['completed Returned paid'],
      refunds: [`returned processed ${price}`],
      refundsAtProvider: 1,
      onHand: 5,
      invoiceCount: 2,
    },
    status: [200, 409],
  },
]

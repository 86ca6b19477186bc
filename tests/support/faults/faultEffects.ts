import { price } from './faultFixtures.ts'
import type { Effects } from '#tests/support/concurrency/orderEffects.ts'

/** The state of a shopper whose call had no effect: five items in stock, one in the bag. */
export const untouched: Effects = {
  ...{ orders: [], payments: [], refunds: [], refundsAtProvider: 0 },
  ...{ onHand: 5, couponUses: 0, inCart: 0, invoiceCount: 0 },
}

/** An order whose items are reserved until it is paid. */
export const awaitingPayment: Effects = {
  ...untouched,
  orders: ['awaiting_payment Accepted Pending'],
  payments: [`checkout created ${price}`],
  onHand: 4,
  couponUses: 1,
  inCart: 1,
}

export const paid: Effects = {
  ...untouched,
  orders: ['completed Accepted paid'],
  payments: [`checkout captured ${price}`],
  onHand: 4,
  couponUses: 1,
}

export const shipped: Effects = { ...paid, orders: ['completed Shipped paid'], invoiceCount: 1 }

export const cancelled: Effects = {
  ...paid,
  orders: ['completed Cancelled paid'],
  refunds: [`cancelled processed ${price}`],
  refundsAtProvider: 1,
  onHand: 5,
  couponUses: 0,
}

/** The bag was ordered by cash before the payment of its online order arrived. */
export const replaced: Effects = {
  ...untouched,
  orders: ['completed Accepted Pending', 'completed Cancelled paid'],
  payments: [`checkout captured ${price}`, `on_delivery created ${price}`],
  refunds: [`replaced processed ${price}`],
  refundsAtProvider: 1,
  onHand: 4,
  couponUses: 1,
}

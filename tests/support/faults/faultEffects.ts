import { price } from './faultBags.ts'
import type { Effects } from '#tests/support/concurrency/orderEffects.ts'

/** What there is of a shopper's one piece of five, where nothing came of it. */
export const untouched: Effects = {
  ...{ orders: [], payments: [], refunds: [], refundsAtProvider: 0 },
  ...{ onHand: 5, couponUses: 0, inBag: 0, papers: 0 },
}

/** An order whose pieces are held until it is paid. */
export const waiting: Effects = {
  ...untouched,
  orders: ['awaiting_payment Accepted Pending'],
  payments: [`checkout created ${price}`],
  onHand: 4,
  couponUses: 1,
  inBag: 1,
}

export const paid: Effects = {
  ...untouched,
  orders: ['placed Accepted paid'],
  payments: [`checkout captured ${price}`],
  onHand: 4,
  couponUses: 1,
}

export const shipped: Effects = { ...paid, orders: ['placed Shipped paid'], papers: 1 }

export const cancelled: Effects = {
  ...paid,
  orders: ['placed Cancelled paid'],
  refunds: [`cancelled processed ${price}`],
  refundsAtProvider: 1,
  onHand: 5,
  couponUses: 0,
}

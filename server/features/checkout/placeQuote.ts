import { randomUUID } from 'node:crypto'

import type { PlacedOrder } from '#contract/cart/checkout.ts'
import { keptPromise } from '#contract/delivery/deliveryPromise.ts'
import type { Paise } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import { termsOf } from '#contract/store/storeTerms.ts'
import type { HashAddress } from '#server/commerce/orders/cashOnDelivery.ts'
import { orderStockItems, reserveStock } from '#server/commerce/stock.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { limitCashOrders } from './cashLimits.ts'
import { redeemCoupon } from './quote.ts'
import { replaceUnpaidOrders } from './unpaidOrders.ts'
import { type OrderDraft, writeOrder } from './writeOrder.ts'

/**
 * How an order is placed that has its price: by a customer from the bag (`placeOrder.ts`), and by the staff for a customer on
 * the phone (`phoneOrders`). The caller has locked the customer's cart. Locks are always taken in the same order, so that
 * concurrent buyers cannot deadlock: cart, address (for cash), unpaid orders, stock, coupon.
 */
export type OrderRequest = Omit<OrderDraft, 'id' | 'payment' | 'expectedPayment'> & {
  hashAddress: HashAddress
  hasRateLimits: boolean
}

/** The promise of a new order: the one that was shown, if the store made it in the last minutes. */
export const promiseFor = (
  { warehouse, facts }: Pick<OrderDraft, 'warehouse' | 'facts'>,
  shown: string | undefined,
): Date =>
  keptPromise(
    shown ? new Date(shown) : undefined,
    { deliveryTime: warehouse.deliveryMinutes, terms: termsOf(facts) },
    clock.now(),
  )

/** The provider takes no less. */
export function requirePayable(amountPaise: number): void {
  if (amountPaise < rules.payment.minPaise) {
    throw new StoreError('not_allowed_now', 'The minimum online payment is ₹1')
  }
}

/** Cash on delivery: the order is placed at once. */
export async function placeCash(
  customer: CustomerContext,
  draft: OrderRequest,
): Promise<PlacedOrder> {
  if (draft.quote.cart.purchaseType !== 'Standard') {
    throw new StoreError('not_allowed_now', 'Cash on Delivery is for Standard delivery only')
  }
  if (draft.hasRateLimits) await limitCashOrders(customer, draft)
  return placeWithoutOnlinePayment(customer, draft, 'Cash on delivery')
}

/**
 * Places an order without online payment. A total of 0 counts as paid, because a coupon has covered
 * it.
 */
export async function placeWithoutOnlinePayment(
  customer: CustomerContext,
  draft: OrderRequest,
  paymentMethod: 'Cash on delivery' | 'Prepaid',
): Promise<PlacedOrder> {
  const { finalAmount } = draft.quote.amount
  const isFree = finalAmount === 0
  const cashPayment = { provider: 'cash', kind: 'on_delivery', amountPaise: finalAmount } as const
  const payment = {
    checkoutStatus: 'completed',
    paymentMethod,
    paymentStatus: isFree ? 'paid' : 'Pending',
    placedAt: clock.now(),
  } as const
  const expectedPayment = isFree ? undefined : cashPayment
  return reserveAndWrite(customer, draft, { payment, expectedPayment })
}

/**
 * Reserves stock, redeems the coupon and writes the order. Older reservations of this customer are
 * released first, and unpaid orders of the same bag are marked as replaced.
 */
export async function reserveAndWrite(
  customer: CustomerContext,
  draft: OrderRequest,
  payment: Pick<OrderDraft, 'payment' | 'expectedPayment'>,
): Promise<PlacedOrder> {
  const id = randomUUID()
  const items = orderStockItems({ warehouseId: draft.warehouse.id }, draft.quote.lines)
  // The cart is locked, so no unpaid order can have been created since it was read.
  if (draft.quote.hasUnpaidOrder) {
    const nextOrder = { id, items, couponId: draft.quote.coupon?.id }
    await replaceUnpaidOrders(customer, nextOrder)
  }
  await reserveStock(customer.db, items, { reason: 'order', reference: id })
  await redeemCoupon(customer, id, draft.quote)
  return placedOrder(await writeOrder(customer, { id, ...draft, ...payment }))
}

type OrderIds = { id: string; orderNumber: string; totalPaise: number }

export const placedOrder = ({ id, orderNumber, totalPaise }: OrderIds): PlacedOrder => ({
  _id: id,
  orderID: orderNumber,
  orderSlug: orderNumber.toLowerCase(),
  amount: totalPaise as Paise,
})

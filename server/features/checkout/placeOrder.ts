import { eq, sql } from 'drizzle-orm'

import type { CartLine } from '#contract/cart/cart.ts'
import type { PlacedOrder, PlaceOrder } from '#contract/cart/checkout.ts'
import * as rules from '#contract/rules.ts'
import { adjacentSizes } from '#contract/catalogue/stock.ts'
import {
  resolveDeliveryAddress,
  type Warehouse,
  type WarehouseFor,
} from '#server/commerce/delivery/delivery.ts'
import { trialUnavailable } from '#server/commerce/errors.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { clock, hourMs } from '#server/platform/runtime/clock.ts'
import type { HashAddress } from '#server/commerce/orders/cashOnDelivery.ts'
import {
  type OrderRequest,
  placeCash,
  placedOrder,
  placeWithoutOnlinePayment,
  promiseFor,
  requirePayable,
  reserveAndWrite,
} from './placeQuote.ts'
import { hashCart, lockCart, type Quote, quoteCart } from './quote.ts'
import { lockUnpaidOrders } from './unpaidOrders.ts'

export type PlaceOrderDeps = {
  warehouseFor: WarehouseFor
  provider: PaymentProvider
  hashAddress: HashAddress
  hasRateLimits: boolean
}

/**
 * Creates an order from the cart, in the transaction that stores the idempotent response. A placed order empties the
 * cart; one that awaits its payment leaves it unchanged.
 */
export async function placeOrder(
  customer: CustomerContext,
  request: PlaceOrder,
  { warehouseFor, provider, ...limits }: PlaceOrderDeps,
): Promise<PlacedOrder> {
  const cart = await lockCart(customer)
  const delivery = await resolveDeliveryAddress(customer, request.addressId, warehouseFor)
  const quote = await quoteCart({ ...customer, warehouseId: delivery.warehouse.id }, cart)
  const facts = await readStoreFacts(customer.db)
  requireUnchanged(quote, request)
  requireTrialAllowed(quote, delivery.warehouse)
  const { receiver } = request
  const draft: OrderRequest = {
    ...{ quote, ...delivery, facts, receiver, ...limits },
    ...{ channel: 'shop', author: { by: 'shopper' } },
    promisedBy: promiseFor({ ...delivery, facts }, request.promisedBy),
  }
  const isPaidFirst = request.paymentMethod === 'prepaid' && quote.amount.finalAmount > 0
  if (isPaidFirst) return placePrepaid(customer, draft, provider)
  const placed = await (request.paymentMethod === 'prepaid'
    ? placeWithoutOnlinePayment(customer, draft, 'Prepaid')
    : placeCash(customer, draft))
  await emptyCart(customer)
  return placed
}

/** Reserves the items until the order is paid. The same cart returns the same order. */
async function placePrepaid(
  customer: CustomerContext,
  draft: OrderRequest,
  provider: PaymentProvider,
): Promise<PlacedOrder> {
  const { finalAmount: amountPaise } = draft.quote.amount
  requirePayable(amountPaise)
  const cartHash = hashCart(draft.quote, draft)
  const unpaidOrders = draft.quote.hasUnpaidOrder ? await lockUnpaidOrders(customer) : []
  const sameOrder = unpaidOrders.find(
    (order) => order.checkoutStatus === 'awaiting_payment' && order.cartHash === cartHash,
  )
  if (sameOrder && (await extendReservation(customer, sameOrder, draft.promisedBy)))
    return placedOrder(sameOrder)
  if (draft.hasRateLimits) await limitReservations(customer)
  const payment = {
    checkoutStatus: 'awaiting_payment',
    paymentMethod: 'Prepaid',
    holdUntil: clock.later(rules.orders.holdMs),
    cartHash,
  } as const
  return reserveAndWrite(customer, draft, {
    payment,
    expectedPayment: { provider: provider.name, kind: 'checkout', amountPaise },
  })
}

/**
 * Extends the reservation when the customer tries again, up to a maximum, with the promise of the new
 * checkout. Returns false if a new order is needed.
 */
async function extendReservation(
  { db }: CustomerContext,
  { id, createdAt }: OrderRow,
  promisedBy: Date | null,
) {
  const holdUntil = clock.later(rules.orders.holdMs)
  if (holdUntil.getTime() - createdAt.getTime() > rules.payment.maxReservationMs) return false
  await db.update(orders).set({ holdUntil, promisedBy }).where(eq(orders.id, id))
  return true
}

/** Empties the cart. The chosen address stays; coupon and receiver applied to this order only. */
async function emptyCart({ db, userId }: CustomerContext): Promise<void> {
  await emptyCartStatement(db, { userId, now: clock.now() })
}

const emptyCartStatement = preparedStatement(
  'empty_cart',
  ['userId', 'now'],
  (db, { userId, now }) => {
    const deleted = db
      .$with('deleted_lines')
      .as(db.delete(cartLines).where(eq(cartLines.userId, userId)).returning({ id: cartLines.id }))
    return db
      .with(deleted)
      .update(carts)
      .set({
        purchaseType: 'Standard',
        couponId: null,
        receiverName: null,
        receiverContactNumber: null,
        updatedAt: sql`${now}`,
      })
      .where(eq(carts.userId, userId))
  },
)

/**
 * Requires that the shopper saw the current cart and price.
 *
 * @throws StoreError 'price_changed' with the current lines and summary
 */
function requireUnchanged(quote: Quote, request: PlaceOrder): void {
  const { cartLines: currentLines, amount, coupon } = quote
  const isSame =
    hasLines(currentLines, request.cart_item_ids) &&
    (coupon?.id ?? '') === (request.couponId ?? '') &&
    amount.finalAmount === request.totalAmount
  if (isSame) return
  throw new StoreError('price_changed', 'Your bag has changed. Please check the new total.', {
    summary: amount,
    lines: currentLines,
  })
}

function hasLines(currentLines: CartLine[], items: PlaceOrder['cart_item_ids']): boolean {
  const ids = new Set(items.map(({ _id }) => _id))
  return (
    ids.size === currentLines.length &&
    currentLines.every((line) => items.some((item) => isSameLine(line, item)))
  )
}

const isSameLine = (line: CartLine, item: PlaceOrder['cart_item_ids'][number]) =>
  line._id === item._id &&
  line.size === item.size &&
  line.purchaseType === item.purchaseType &&
  line.quantity === (item.quantity ?? line.quantity) &&
  (line.purchaseType === 'Standard' || (line.trialSize ?? undefined) === item.trialSize)

const refusal = (sentence: string) => new StoreError('not_allowed_now', sentence)

/**
 * Requires that Try & Buy is offered at the address and by every brand, and that each line has an
 * adjacent trial size.
 */
function requireTrialAllowed({ cart, lines }: Quote, { hasTryAndBuy }: Warehouse): void {
  if (cart.purchaseType !== 'Try and Buy') return
  if (!hasTryAndBuy) throw trialUnavailable()
  for (const { product, size, trialSize } of lines) {
    if (!product.brand.is_try_and_buy_visible) {
      throw refusal(`Try and Buy not available for ${product.brand.name} products`)
    }
    if (!trialSize) throw refusal('Please select trial size for every product')
    if (!adjacentSizes(product.size, size).includes(trialSize)) {
      throw refusal(`Please choose another trial size for ${product.name}`)
    }
  }
}

/** Limits reservations, because customers who never pay keep items from others. */
function limitReservations({ db, userId }: CustomerContext): Promise<void> {
  const limit = {
    bucket: `holds:${userId}`,
    max: rules.payment.reservationsHourly,
    withinMs: hourMs,
  }
  return limitRate(db, limit, 'You’ve started too many payments. Please try again in an hour.')
}

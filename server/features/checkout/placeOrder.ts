import { and, eq, inArray, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { CartLine } from '#contract/cart.ts'
import type { PlacedOrder, PlaceOrder } from '#contract/checkout.ts'
import type { Paise } from '#contract/money.ts'
import { rules } from '#contract/rules.ts'
import { adjacentSizes } from '#contract/catalogue/stock.ts'
import { lockCoupons } from '#server/commerce/coupons.ts'
import {
  resolveDeliveryAddress,
  type Warehouse,
  type WarehouseFor,
} from '#server/commerce/delivery.ts'
import { releaseReservation } from '#server/commerce/reservations.ts'
import { lockStock, orderStockItems, type StockItem, reserveStock } from '#server/commerce/stock.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import { preparedStatement, pipeline } from '#server/database/client/statements.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { limitCashOrders } from './cashLimits.ts'
import { hashBag, type Quote, quoteBag, redeemCoupon } from './quote.ts'
import { type Draft, writeOrder } from './writeOrder.ts'

export type PlaceOrderDeps = {
  warehouseFor: WarehouseFor
  provider: PaymentProvider
  hasRateLimits: boolean
}

type Wanted = Omit<Draft, 'id' | 'payment' | 'expected'> & {
  bagHash: string
  provider: PaymentProvider
  hasRateLimits: boolean
}

/**
 * Makes an order of the bag, within the transaction that keeps its answer. Everybody locks in the
 * same order, bag, door (of cash), waiting order, stock, coupon, so that no two buyers wait for each
 * other.
 */
export async function placeOrder(
  held: CustomerStore,
  wanted: PlaceOrder,
  { warehouseFor, provider, hasRateLimits }: PlaceOrderDeps,
): Promise<PlacedOrder> {
  const [quote, place, facts] = await pipeline([
    quoteBag(held),
    resolveDeliveryAddress(held, wanted.addressId, warehouseFor),
    readStoreFacts(held.db),
  ])
  refuseChanged(quote, wanted)
  refuseTrial(quote, place.warehouse)
  const receiver = wanted.receiver
  const bagHash = hashBag(quote, { ...place, receiver })
  const draft = { quote, ...place, facts, receiver, bagHash, provider, hasRateLimits }
  return wanted.paymentMethod === 'prepaid' ? placePrepaid(held, draft) : placeCash(held, draft)
}

/** To be paid at the door: it counts at once, and the bag is empty. */
async function placeCash(held: CustomerStore, draft: Wanted): Promise<PlacedOrder> {
  if (draft.quote.cart.purchaseType !== 'Standard') {
    throw new StoreError('not_allowed_now', 'Cash on Delivery is for Standard delivery only')
  }
  if (draft.hasRateLimits) await limitCashOrders(held, draft)
  return placeCashOrder(held, draft, 'Cash on delivery')
}

/** What a coupon has paid for wholly is paid. */
async function placeCashOrder(
  held: CustomerStore,
  draft: Wanted,
  paymentMethod: 'Cash on delivery' | 'Prepaid',
): Promise<PlacedOrder> {
  const { finalAmount } = draft.quote.amount
  const isPaid = finalAmount === 0
  const cash = { provider: 'cash', kind: 'on_delivery', amountPaise: finalAmount } as const
  const payment = {
    state: 'placed',
    paymentMethod,
    paymentStatus: isPaid ? 'paid' : 'Pending',
    placedAt: clock.now(),
  } as const
  const [order] = await pipeline([
    take(held, draft, { payment, expected: isPaid ? undefined : cash }),
    emptyCart(held),
  ])
  return order
}

/** Holds its pieces until it is paid; the bag stays as it is. The same bag again is the same order. */
async function placePrepaid(held: CustomerStore, draft: Wanted): Promise<PlacedOrder> {
  const { finalAmount: amountPaise } = draft.quote.amount
  if (amountPaise === 0) return placeCashOrder(held, draft, 'Prepaid')
  if (amountPaise < rules.payment.least) {
    throw new StoreError('not_allowed_now', 'Less than ₹1 cannot be paid online')
  }
  const waiting = draft.quote.isHolding ? await readWaiting(held) : []
  const before = waiting.find(({ bagHash }) => bagHash === draft.bagHash)
  if (before && (await keepWaiting(held, before))) return placedOrder(before)
  if (draft.hasRateLimits) await limitHolds(held)
  const payment = {
    state: 'awaiting_payment',
    paymentMethod: 'Prepaid',
    holdUntil: clock.later(rules.orders.holdMs),
    bagHash: draft.bagHash,
  } as const
  const provider = draft.provider.name
  return take(held, draft, { payment, expected: { provider, kind: 'checkout', amountPaise } })
}

/** Pieces and coupon, and the order that has them; what waits for its payment lets go of its own. */
async function take(
  held: CustomerStore,
  { bagHash: _hash, provider: _provider, ...draft }: Wanted,
  paid: Pick<Draft, 'payment' | 'expected'>,
): Promise<PlacedOrder> {
  const id = randomUUID()
  const pieces = piecesOf(draft.quote)
  // The bag is held, so no order of it can have begun to wait since it was read.
  if (draft.quote.isHolding) await supersede(held, { pieces, couponId: draft.quote.coupon?.id })
  const taking = reserveStock(held.db, pieces, { reason: 'order', reference: id })
  if (draft.quote.coupon || !seemThere(pieces, draft.quote)) {
    await taking
    await redeemCoupon(held, id, draft.quote)
  }
  // Where a piece has gone since the bag was read, all of this is taken back.
  const [, order] = await pipeline([taking, writeOrder(held, { id, ...draft, ...paid })])
  return placedOrder(order)
}

const piecesOf = ({ lines, cart }: Quote) =>
  orderStockItems(
    lines.map((line) => ({
      ...line,
      trialSize: cart.purchaseType === 'Try and Buy' ? line.trialSize : null,
    })),
  )

/** In a rush most are refused: nothing is written for who would be. */
const seemThere = (pieces: StockItem[], { lines }: Quote): boolean =>
  pieces.every(({ productId, size, quantity }) =>
    lines.some(
      ({ product }) => product._id === productId && (product.stock[size] ?? 0) >= quantity,
    ),
  )

type Made = { id: string; orderNumber: string; totalPaise: number }

const placedOrder = ({ id, orderNumber, totalPaise }: Made): PlacedOrder => ({
  _id: id,
  orderID: orderNumber,
  orderSlug: orderNumber.toLowerCase(),
  amount: totalPaise as Paise,
})

type OrderRow = typeof orders.$inferSelect

/** The orders of a user that wait for their payment, held. */
const readWaiting = ({ db, userId }: CustomerStore): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'awaiting_payment')))
    .for('update')

/** Who tries again has the pieces for longer, within reason. False: it is time for a new order. */
async function keepWaiting({ db }: CustomerStore, { id, createdAt }: OrderRow) {
  const holdUntil = clock.later(rules.orders.holdMs)
  if (holdUntil.getTime() - createdAt.getTime() > rules.payment.longestHoldMs) return false
  await db.update(orders).set({ holdUntil }).where(eq(orders.id, id))
  return true
}

/** What the next order takes. */
type Next = { pieces: StockItem[]; couponId: string | undefined }

/**
 * A user holds the pieces of one order at a time: those before let go. All shelves are held first,
 * then all coupons, also those that are taken next, so that two buyers never wait for each other.
 */
async function supersede({ db, userId }: CustomerStore, next: Next): Promise<void> {
  const before = await readWaiting({ db, userId })
  if (before.length === 0) return
  const ids = before.map(({ id }) => id)
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  await lockStock(db, [...orderStockItems(lines), ...next.pieces])
  const couponIds = [next.couponId, ...before.map(({ couponId }) => couponId)]
  await lockCoupons(
    db,
    couponIds.filter((id) => typeof id === 'string'),
  )
  for (const id of ids) await releaseReservation(db, id)
}

/** The chosen address stays; what was chosen for this order only goes. */
async function emptyCart({ db, userId }: CustomerStore): Promise<void> {
  await empty(db, { userId, now: clock.now() })
}

const empty = preparedStatement('empty_cart', ['userId', 'now'], (db, { userId, now }) => {
  const gone = db
    .$with('gone')
    .as(db.delete(cartLines).where(eq(cartLines.userId, userId)).returning({ id: cartLines.id }))
  return db
    .with(gone)
    .update(carts)
    .set({
      purchaseType: 'Standard',
      couponId: null,
      receiverName: null,
      receiverContactNumber: null,
      version: sql`${carts.version} + 1`,
      updatedAt: sql`${now}`,
    })
    .where(eq(carts.userId, userId))
})

/** Refuses an order of another bag, or for another price, than there is now; and tells what there is. */
function refuseChanged(quote: Quote, wanted: PlaceOrder): void {
  const { shown, amount, coupon } = quote
  const isSame =
    hasLines(shown, wanted.cart_item_ids) &&
    (coupon?.id ?? '') === (wanted.couponId ?? '') &&
    amount.finalAmount === wanted.totalAmount
  if (isSame) return
  throw new StoreError('price_changed', 'Your bag has changed. Please look at the new total.', {
    summary: amount,
    lines: shown,
  })
}

function hasLines(shown: CartLine[], wanted: PlaceOrder['cart_item_ids']): boolean {
  const ids = new Set(wanted.map(({ _id }) => _id))
  return (
    ids.size === shown.length && shown.every((line) => wanted.some((other) => isSame(line, other)))
  )
}

const isSame = (line: CartLine, other: PlaceOrder['cart_item_ids'][number]) =>
  line._id === other._id &&
  line.size === other.size &&
  line.purchaseType === other.purchaseType &&
  (line.purchaseType === 'Standard' || (line.trialSize ?? undefined) === other.trialSize)

const refusal = (sentence: string) => new StoreError('not_allowed_now', sentence)

/** What is to be tried at the door: where that is offered, of brands that allow it, in two sizes. */
function refuseTrial({ cart, lines }: Quote, { hasTryAndBuy }: Warehouse): void {
  if (cart.purchaseType !== 'Try and Buy') return
  if (!hasTryAndBuy) throw refusal('Try and Buy is not available for the chosen address')
  for (const { product, size, trialSize } of lines) {
    if (!product.brand.is_try_and_buy_visible) {
      throw refusal(`Try and Buy not available for ${product.brand.name} products`)
    }
    if (!trialSize) throw refusal('Please select trial size for every product')
    if (!adjacentSizes(product.size, size).includes(trialSize)) {
      throw refusal(`Please choose another trial size of ${product.name}`)
    }
  }
}

const withinMs = 60 * 60 * 1000

/** Who holds pieces again and again without paying keeps them from others. */
function limitHolds({ db, userId }: CustomerStore): Promise<void> {
  const limit = { bucket: `holds:${userId}`, most: rules.payment.holdsHourly, withinMs }
  return limitRate(db, limit, 'You have begun many payments. Please try again later.')
}

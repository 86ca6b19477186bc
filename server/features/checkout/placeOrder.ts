import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { CartLine } from '#contract/cart.ts'
import { keptPromise } from '#contract/deliveryPromise.ts'
import type { PlacedOrder, PlaceOrder } from '#contract/checkout.ts'
import type { Paise } from '#contract/money.ts'
import * as rules from '#contract/rules.ts'
import { maxCashPaise, termsOf } from '#contract/storeTerms.ts'
import { adjacentSizes } from '#contract/catalogue/stock.ts'
import { lockCoupons } from '#server/commerce/coupons.ts'
import {
  resolveDeliveryAddress,
  type Warehouse,
  type WarehouseFor,
} from '#server/commerce/delivery.ts'
import { trialUnavailable } from '#server/commerce/errors.ts'
import {
  lockStock,
  orderStockItems,
  type StockItem,
  reserveStock,
  releaseReservation,
} from '#server/commerce/stock.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { type LineRow, orderLines, orders, type OrderRow } from '#server/database/schema/orders.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { clock, hourMs } from '#server/platform/runtime/clock.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { AddressRow } from '#server/commerce/customers.ts'
import {
  cashRefusal,
  type HashAddress,
  normalizedStreet,
  squaresAround,
} from '#server/commerce/cashOnDelivery.ts'
import { hashCart, lockCart, type Quote, quoteCart, redeemCoupon } from './quote.ts'
import { type OrderDraft, writeOrder } from './writeOrder.ts'

export type PlaceOrderDeps = {
  warehouseFor: WarehouseFor
  provider: PaymentProvider
  hashAddress: HashAddress
  hasRateLimits: boolean
}

type OrderRequest = Omit<OrderDraft, 'id' | 'payment' | 'expectedPayment'> & {
  cartHash: string
  provider: PaymentProvider
  hashAddress: HashAddress
  hasRateLimits: boolean
}

/**
 * Creates an order from the cart, in the transaction that stores the idempotent response. Locks are
 * always taken in the same order, so that concurrent buyers cannot deadlock: cart, address (for
 * cash), unpaid orders, stock, coupon.
 */
export async function placeOrder(
  customer: CustomerContext,
  request: PlaceOrder,
  { warehouseFor, ...deps }: PlaceOrderDeps,
): Promise<PlacedOrder> {
  const cart = await lockCart(customer)
  const delivery = await resolveDeliveryAddress(customer, request.addressId, warehouseFor)
  const quote = await quoteCart({ ...customer, warehouseId: delivery.warehouse.id }, cart)
  const facts = await readStoreFacts(customer.db)
  requireUnchanged(quote, request)
  requireTrialAllowed(quote, delivery.warehouse)
  const receiver = request.receiver
  const cartHash = hashCart(quote, { ...delivery, receiver })
  const shownPromise = request.promisedBy ? new Date(request.promisedBy) : undefined
  const promisedBy = keptPromise(
    shownPromise,
    { deliveryTime: delivery.warehouse.deliveryMinutes, terms: termsOf(facts) },
    clock.now(),
  )
  const draft = { quote, ...delivery, facts, receiver, promisedBy, cartHash, ...deps }
  return request.paymentMethod === 'prepaid'
    ? placePrepaid(customer, draft)
    : placeCash(customer, draft)
}

/** Cash on delivery: the order is placed at once and the cart is emptied. */
async function placeCash(customer: CustomerContext, draft: OrderRequest): Promise<PlacedOrder> {
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
async function placeWithoutOnlinePayment(
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
  const order = await reserveAndWrite(customer, draft, { payment, expectedPayment })
  await emptyCart(customer)
  return order
}

/**
 * Reserves the items until the order is paid; the cart stays unchanged. The same cart returns the
 * same order.
 */
async function placePrepaid(customer: CustomerContext, draft: OrderRequest): Promise<PlacedOrder> {
  const { finalAmount: amountPaise } = draft.quote.amount
  if (amountPaise === 0) return placeWithoutOnlinePayment(customer, draft, 'Prepaid')
  if (amountPaise < rules.payment.minPaise) {
    throw new StoreError('not_allowed_now', 'The minimum online payment is ₹1')
  }
  const unpaidOrders = draft.quote.hasUnpaidOrder ? await lockUnpaidOrders(customer) : []
  const sameOrder = unpaidOrders.find(
    ({ checkoutStatus, cartHash }) =>
      checkoutStatus === 'awaiting_payment' && cartHash === draft.cartHash,
  )
  if (sameOrder && (await extendReservation(customer, sameOrder, draft.promisedBy)))
    return placedOrder(sameOrder)
  if (draft.hasRateLimits) await limitReservations(customer)
  const payment = {
    checkoutStatus: 'awaiting_payment',
    paymentMethod: 'Prepaid',
    holdUntil: clock.later(rules.orders.holdMs),
    cartHash: draft.cartHash,
  } as const
  const provider = draft.provider.name
  return reserveAndWrite(customer, draft, {
    payment,
    expectedPayment: { provider, kind: 'checkout', amountPaise },
  })
}

/**
 * Reserves stock, redeems the coupon and writes the order. Older reservations of this customer are
 * released first, and unpaid orders of the same bag are marked as replaced.
 */
async function reserveAndWrite(
  customer: CustomerContext,
  { cartHash: _hash, provider: _provider, ...draft }: OrderRequest,
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

const placedOrder = ({ id, orderNumber, totalPaise }: OrderIds): PlacedOrder => ({
  _id: id,
  orderID: orderNumber,
  orderSlug: orderNumber.toLowerCase(),
  amount: totalPaise as Paise,
})

/**
 * Reads and locks the orders of a customer that await payment, or have expired and would be placed if
 * their payment arrived late.
 */
const lockUnpaidOrders = ({ db, userId }: CustomerContext): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        ne(orders.checkoutStatus, 'completed'),
        isNull(orders.replacedById),
      ),
    )
    .orderBy(asc(orders.id))
    .for('update')

/**
 * Extends the reservation when the customer tries again, up to a maximum, with the promise of the new
 * checkout. Returns false if a new order is needed.
 */
async function extendReservation(
  { db }: CustomerContext,
  { id, createdAt }: OrderRow,
  promisedBy: Date,
) {
  const holdUntil = clock.later(rules.orders.holdMs)
  if (holdUntil.getTime() - createdAt.getTime() > rules.payment.maxReservationMs) return false
  await db.update(orders).set({ holdUntil, promisedBy }).where(eq(orders.id, id))
  return true
}

/** The stock and the coupon of the next order. */
type NextOrder = { id: string; items: StockItem[]; couponId: string | undefined }

/**
 * A customer has reservations for one order at a time, so those of earlier orders are released. All
 * stock levels are locked before all coupons, including those of the next order, so that concurrent
 * buyers cannot deadlock.
 *
 * An unpaid order with one of the same products, in any size, came from the same bag. It is marked as
 * replaced, because the customer would receive the product twice if that order were paid as well.
 */
async function replaceUnpaidOrders(
  { db, userId }: CustomerContext,
  next: NextOrder,
): Promise<void> {
  const unpaidOrders = await lockUnpaidOrders({ db, userId })
  if (unpaidOrders.length === 0) return
  const ids = unpaidOrders.map(({ id }) => id)
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  await releaseReservations(db, { unpaidOrders, lines, next })
  const nextProducts = new Set(next.items.map(({ productId }) => productId))
  const replacedIds = lines
    .filter(({ productId }) => nextProducts.has(productId))
    .map(({ orderId }) => orderId)
  if (replacedIds.length === 0) return
  await db.update(orders).set({ replacedById: next.id }).where(inArray(orders.id, replacedIds))
}

type UnpaidOrders = { unpaidOrders: OrderRow[]; lines: LineRow[]; next: NextOrder }

async function releaseReservations(db: Database, { unpaidOrders, lines, next }: UnpaidOrders) {
  const reserved = unpaidOrders.filter(
    ({ checkoutStatus }) => checkoutStatus === 'awaiting_payment',
  )
  if (reserved.length === 0) return
  const ids = new Set(reserved.map(({ id }) => id))
  const reservedItems = reserved.flatMap((order) =>
    orderStockItems(
      order,
      lines.filter(({ orderId }) => orderId === order.id),
    ),
  )
  await lockStock(db, [...reservedItems, ...next.items])
  const couponIds = [next.couponId, ...reserved.map(({ couponId }) => couponId)]
  await lockCoupons(
    db,
    couponIds.filter((id) => typeof id === 'string'),
  )
  for (const id of ids) await releaseReservation(db, id)
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

type CashOrder = Pick<OrderRequest, 'quote' | 'address' | 'facts' | 'hashAddress'>

/**
 * Refuses an order that cannot be paid on delivery. The cart is locked already; the address is locked
 * here until the transaction ends, so that concurrent orders cannot pass the limits together.
 */
async function limitCashOrders(
  customer: CustomerContext,
  { quote, address, facts, hashAddress }: CashOrder,
) {
  const terms = termsOf(facts)
  const maxPaise = maxCashPaise(terms)
  if (quote.amount.finalAmount > maxPaise) {
    throw cashOrderRefused(
      `Cash on Delivery isn’t available for orders above ₹${(maxPaise / 100).toLocaleString('en-IN')}`,
    )
  }
  await lockAddress(customer.db, address)
  const reason = await cashRefusal(customer, address, { hashAddress, terms })
  if (reason) throw cashOrderRefused(reason)
}

/** Advisory lock classes; the numbers are arbitrary but unique in the store. */
const [addressLockClass, squareLockClass] = [7_346_602, 7_346_603]

/**
 * Customers have separate rows for the same address, so advisory locks on the street and on the map
 * squares around it are used. They are taken after the lock of the cart and before all others, and the
 * squares in one order, so that neighbours cannot deadlock.
 */
async function lockAddress(db: Database, address: AddressRow) {
  const street = normalizedStreet(sql`${address.street}::text`)
  await db.execute(sql`select pg_advisory_xact_lock(${addressLockClass}, hashtext(${street}))`)
  const squares = sql`${sql.param(squaresAround(address))}::text[]`
  await db.execute(sql`
    select pg_advisory_xact_lock(${squareLockClass}, key)
    from (select distinct hashtext(square) as key from unnest(${squares}) square order by key) keys`)
}

const cashOrderRefused = (reason: string) =>
  new StoreError('not_allowed_now', `${reason}. Please choose Online Payment.`)

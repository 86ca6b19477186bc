import { sql } from 'drizzle-orm'
import { randomInt, randomUUID } from 'node:crypto'

import type { Receiver } from '#contract/cart/cart.ts'
import { minus, type Paise, times, toPaise } from '#contract/values/money.ts'
import { allocate } from '#contract/cart/pricing.ts'
import type { PersistedStoreFacts } from '#contract/store/storeFacts.ts'
import { type StoreTerms, termsOf } from '#contract/store/storeTerms.ts'
import { addressOf, type AddressRow } from '#server/commerce/customers.ts'
import type { Warehouse } from '#server/commerce/delivery/delivery.ts'
import { isSaleWithinState } from '#server/commerce/orders/gst.ts'
import { snapshotOf, type TaxContext, taxOf } from '#server/commerce/orders/orderLines.ts'
import { jsonRows, preparedStatement } from '#server/database/client/statements.ts'
import { orderEvents, orderLines, orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { Quote } from './quote.ts'

type WrittenOrder = { id: string; orderNumber: string; totalPaise: number; createdAt: Date }

/**
 * Everything that an order is created from. `payment` tells how it is paid and whether it is placed
 * yet.
 */
export type OrderDraft = {
  id: string
  quote: Quote
  address: AddressRow
  warehouse: Warehouse
  facts: PersistedStoreFacts | undefined
  receiver: Receiver | undefined
  /** The promise of the checkout; null where it is made when the order is paid. */
  promisedBy: Date | null
  channel: NonNullable<(typeof orders.$inferInsert)['channel']>
  /** Who places it. */
  author: Pick<typeof orderEvents.$inferInsert, 'by' | 'staffId'>
  payment: Pick<
    typeof orders.$inferInsert,
    'checkoutStatus' | 'paymentMethod' | 'paymentStatus' | 'holdUntil' | 'placedAt' | 'cartHash'
  >
  /** The payment that is expected, or undefined if the total is 0. */
  expectedPayment:
    Pick<typeof payments.$inferInsert, 'provider' | 'kind' | 'amountPaise'> | undefined
}

/**
 * Writes an order with its lines, first events and expected payment. The caller has reserved the
 * stock and redeemed the coupon.
 */
export async function writeOrder(
  { db, userId }: CustomerContext,
  draft: OrderDraft,
): Promise<WrittenOrder> {
  const order = { ...orderOf(draft), userId }
  const { id: orderId, createdAt } = order
  const lines = linesOf(draft).map((line) => ({ ...line, id: randomUUID(), orderId }))
  const accepted = { orderId, status: 'Accepted', ...draft.author, at: createdAt } as const
  const events = [accepted, ...lines.map(({ id: lineId }) => ({ ...accepted, lineId }))]
  const expectedPayments = draft.expectedPayment
    ? [{ ...draft.expectedPayment, orderId, createdAt }]
    : []
  const dependentRows = {
    lines: lineRows.serializeRows(lines),
    events: eventRows.serializeRows(events),
    payments: paymentRows.serializeRows(
      expectedPayments.map((payment) => ({ ...payment, status: 'created' })),
    ),
  }
  // Order numbers are random, so the insert is repeated in the rare case that a number exists.
  for (;;) {
    const numberedOrder = { ...order, orderNumber: newOrderNumber(termsOf(draft.facts)) }
    const [written] = await newOrder(db, {
      order: orderRows.serializeRows([numberedOrder]),
      ...dependentRows,
    })
    if (written) return numberedOrder
  }
}

const orderRows = jsonRows(orders)
const lineRows = jsonRows(orderLines)
const eventRows = jsonRows(orderEvents)
const paymentRows = jsonRows(payments)

/**
 * Inserts the order and its dependent rows in one statement, or nothing if the order number exists.
 */
const newOrder = preparedStatement(
  'new_order',
  ['order', 'lines', 'events', 'payments'],
  (db, rows) => {
    const inserted = db
      .$with('inserted_order', { orderNumber: sql<string>`order_number`.as('order_number') })
      .as(
        sql`${orderRows.insert(rows.order)}
        on conflict (order_number) do nothing returning order_number`,
      )
    const ifInserted = sql`where exists (select from inserted_order)`
    return db
      .with(
        inserted,
        db.$with('new_lines', {}).as(sql`${lineRows.insert(rows.lines)} ${ifInserted}`),
        db.$with('new_events', {}).as(sql`${eventRows.insert(rows.events)} ${ifInserted}`),
        db.$with('new_payments', {}).as(sql`${paymentRows.insert(rows.payments)} ${ifInserted}`),
      )
      .select({ orderNumber: inserted.orderNumber })
      .from(inserted)
  },
)

function orderOf(draft: OrderDraft) {
  const { id, quote, address, warehouse, receiver, promisedBy, channel, payment } = draft
  const { cart, coupon, summary, amount } = quote
  const now = clock.now()
  return {
    id,
    ...payment,
    purchaseType: cart.purchaseType,
    address: addressOf(address),
    addressId: address.id,
    receiverName: receiver?.name ?? cart.receiverName,
    receiverContactNumber: receiver?.contactNumber ?? cart.receiverContactNumber,
    warehouseId: warehouse.id,
    deliveryMinutes: warehouse.deliveryMinutes,
    ...{ promisedBy, channel },
    couponId: coupon?.id ?? null,
    couponName: coupon?.name ?? null,
    mrpTotalPaise: summary.mrpTotal,
    basePaise: amount.baseAmount,
    couponPaise: summary.couponDiscount,
    trialPaise: amount.trialCharges,
    shippingPaise: amount.shippingCharges,
    totalPaise: amount.finalAmount,
    createdAt: now,
    movedAt: now,
    changedAt: now,
  }
}

/** GST is split into CGST and SGST within the state of registration, otherwise it is IGST. */
function linesOf({ quote, address, warehouse, facts }: OrderDraft) {
  return orderLinesOf(quote, {
    day: clock.now(),
    isWithinState: isSaleWithinState({
      seller: facts?.legalEntity.state,
      buyer: address.state,
      warehouse: warehouse.state,
    }),
  })
}

type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId'>

/** The order lines: a snapshot of each cart line, with its share of the coupon and its tax. */
function orderLinesOf({ cart, lines, summary }: Quote, taxContext: TaxContext): NewLine[] {
  const goods = lines.map(({ product, quantity }) =>
    times(toPaise(product.discountedPrice), quantity),
  )
  const shares = allocate(summary.couponDiscount, goods)
  return lines.map((line, position) => {
    const share = shares[position] as Paise
    const net = minus(goods[position] as Paise, share)
    return {
      position,
      purchaseType: cart.purchaseType,
      ...snapshotOf(line.product),
      ...{ size: line.size, trialSize: line.trialSize },
      ...{ quantity: line.quantity, details: line.details },
      couponSharePaise: share,
      netPaise: net,
      ...taxOf(line, { ...taxContext, net }),
    }
  })
}

/** Characters that cannot be confused when written by hand or read aloud. */
const orderNumberAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const orderNumberLength = 6

/** A random number, so that the next one cannot be predicted. */
export function newOrderNumber({ numberPrefix }: Pick<StoreTerms, 'numberPrefix'>): string {
  return `${numberPrefix}-${Array.from({ length: orderNumberLength }, () => orderNumberAlphabet[randomInt(orderNumberAlphabet.length)]).join('')}`
}

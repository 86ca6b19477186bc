import { sql } from 'drizzle-orm'
import { randomInt, randomUUID } from 'node:crypto'

import type { Receiver } from '#contract/cart.ts'
import { minus, type Paise, times, toPaise } from '#contract/money.ts'
import { allocate } from '#contract/pricing.ts'
import type { StoredFacts } from '#contract/storeFacts.ts'
import type { BagLine } from '#server/commerce/carts.ts'
import { addressOf, type AddressRow } from '#server/commerce/customers.ts'
import type { Warehouse } from '#server/commerce/delivery.ts'
import { gstBasisPointsOf, gstSplitOf } from '#server/commerce/gst.ts'
import { jsonRows, preparedStatement } from '#server/database/client/statements.ts'
import { orderEvents, orderLines, orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { Quote } from './quote.ts'

type Written = { id: string; orderNumber: string; totalPaise: number; createdAt: Date }

/** What an order is made of. `payment` says how it is paid, and whether it counts as placed yet. */
export type Draft = {
  id: string
  quote: Quote
  address: AddressRow
  warehouse: Warehouse
  facts: StoredFacts | undefined
  receiver: Receiver | undefined
  payment: Pick<
    typeof orders.$inferInsert,
    'state' | 'paymentMethod' | 'paymentStatus' | 'holdUntil' | 'placedAt' | 'bagHash'
  >
  /** How its price is to come in; left out where nothing is to be paid. */
  expected: Pick<typeof payments.$inferInsert, 'provider' | 'kind' | 'amountPaise'> | undefined
}

/**
 * Writes an order, its lines, their first status and the payment it waits for. Stock and coupon have
 * been taken before.
 */
export async function writeOrder({ db, userId }: CustomerStore, draft: Draft): Promise<Written> {
  const order = { ...orderOf(draft), userId }
  const { id: orderId, createdAt } = order
  const lines = linesOf(draft).map((line) => ({ ...line, id: randomUUID(), orderId }))
  const accepted = { orderId, status: 'Accepted', by: 'shopper', at: createdAt } as const
  const events = [accepted, ...lines.map(({ id: lineId }) => ({ ...accepted, lineId }))]
  const expected = draft.expected ? [{ ...draft.expected, orderId, createdAt }] : []
  const rest = {
    lines: lineRows.asValue(lines),
    events: eventRows.asValue(events),
    payments: paymentRows.asValue(expected.map((one) => ({ ...one, status: 'created' }))),
  }
  // Numbers are drawn until one is free; that the first is taken hardly ever happens.
  for (;;) {
    const numbered = { ...order, orderNumber: newOrderNumber() }
    const [written] = await newOrder(db, { order: orderRows.asValue([numbered]), ...rest })
    if (written) return numbered
  }
}

const orderRows = jsonRows(orders)
const lineRows = jsonRows(orderLines)
const eventRows = jsonRows(orderEvents)
const paymentRows = jsonRows(payments)

/** One statement for the order and all that hangs on it; nothing where its number is taken. */
const newOrder = preparedStatement(
  'new_order',
  ['order', 'lines', 'events', 'payments'],
  (db, at) => {
    const made = db.$with('made', { orderNumber: sql<string>`order_number`.as('order_number') }).as(
      sql`${orderRows.insert(at.order)}
        on conflict (order_number) do nothing returning order_number`,
    )
    const ifMade = sql`where exists (select from made)`
    return db
      .with(
        made,
        db.$with('new_lines', {}).as(sql`${lineRows.insert(at.lines)} ${ifMade}`),
        db.$with('new_events', {}).as(sql`${eventRows.insert(at.events)} ${ifMade}`),
        db.$with('new_payments', {}).as(sql`${paymentRows.insert(at.payments)} ${ifMade}`),
      )
      .select({ orderNumber: made.orderNumber })
      .from(made)
  },
)

function orderOf({ id, quote, address, warehouse, receiver, payment }: Draft) {
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
    couponId: coupon?.id ?? null,
    couponName: coupon?.name ?? null,
    mrpTotalPaise: summary.bagAmount,
    basePaise: amount.baseAmount,
    couponPaise: summary.couponDiscount,
    trialPaise: amount.trialCharges,
    shippingPaise: amount.shippingCharges,
    totalPaise: amount.finalAmount,
    createdAt: now,
    movedAt: now,
  }
}

/** Within the state where the store is registered the tax is split, else it is the union's. */
function linesOf({ quote, address, warehouse, facts }: Draft) {
  const seller = facts?.legalEntity.state ?? warehouse.state
  const buyer = address.state || warehouse.state
  return orderLinesOf(quote, {
    day: clock.now(),
    isWithinState: seller.toLowerCase() === buyer.toLowerCase(),
  })
}

type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId'>
type Circumstances = { day: Date; isWithinState: boolean }

/** The lines of an order: everything as it is now, and each line's share of the coupon and of the tax. */
function orderLinesOf({ cart, lines, summary }: Quote, circumstances: Circumstances): NewLine[] {
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
      ...snapshotOf(line),
      couponSharePaise: share,
      netPaise: net,
      ...taxOf(line, { ...circumstances, net }),
    }
  })
}

function snapshotOf({ productId, product, size, trialSize, quantity }: BagLine) {
  return {
    productId,
    productName: product.name,
    brandId: product.brand._id,
    brandName: product.brand.name,
    photos: product.photos,
    tint: product.tint,
    size,
    trialSize,
    quantity,
    mrpPaise: toPaise(product.mrp),
    pricePaise: toPaise(product.discountedPrice),
  }
}

type Sold = Circumstances & { net: Paise }

function taxOf({ hsn, gstBasisPoints, quantity }: BagLine, { net, day, isWithinState }: Sold) {
  const basisPoints = gstBasisPoints ?? gstBasisPointsOf(net / quantity, day)
  return { hsn, gstBasisPoints: basisPoints, ...gstSplitOf({ net, basisPoints, isWithinState }) }
}

/** Without signs that look alike when written by hand or read aloud. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 6

/** A number for people; nobody can tell the next one from it. */
export function newOrderNumber(): string {
  return `PEH-${Array.from({ length }, () => signs[randomInt(signs.length)]).join('')}`
}

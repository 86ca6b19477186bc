import { randomUUID } from 'node:crypto'

import type { Receiver } from '#contract/cart.ts'
import type { Database } from '#server/database/connect.ts'
import { orderEvents, orderLines, orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { addressOf, type AddressRow } from '#server/database/readAddress.ts'
import { readStoreFacts } from '#server/database/readStoreFacts.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import type { Warehouse } from '#server/platform/deliverTo.ts'
import { orderLinesOf } from './orderLinesOf.ts'
import { newOrderNumber } from './orderNumber.ts'
import type { Quote } from './quoteBag.ts'

type Written = { id: string; orderNumber: string; totalPaise: number; createdAt: Date }

/** What an order is made of. `payment` says how it is paid, and whether it counts as placed yet. */
export type Draft = {
  id: string
  quote: Quote
  address: AddressRow
  warehouse: Warehouse
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
export async function writeOrder({ db, userId }: UserStore, draft: Draft): Promise<Written> {
  const order = await insertOrder(db, { ...orderOf(draft), userId })
  const lines = (await linesOf(db, draft)).map((line) => ({
    ...line,
    id: randomUUID(),
    orderId: order.id,
  }))
  const accepted = {
    orderId: order.id,
    status: 'Accepted',
    by: 'shopper',
    at: order.createdAt,
  } as const
  const events = [accepted, ...lines.map(({ id: lineId }) => ({ ...accepted, lineId }))]
  // One statement for all that hangs on the order.
  const before = [
    db.$with('new_lines').as(db.insert(orderLines).values(lines).returning({ id: orderLines.id })),
    ...(draft.expected ? [expecting(db, order, draft.expected)] : []),
  ]
  await db
    .with(...before)
    .insert(orderEvents)
    .values(events)
    // As many parameters as there are lines.
    .prepare(`new_lines_${lines.length}_${before.length}`)
    .execute()
  return order
}

function expecting(db: Database, order: Written, expected: NonNullable<Draft['expected']>) {
  const { id: orderId, createdAt } = order
  const row = { orderId, status: 'created' as const, createdAt, ...expected }
  return db.$with('new_payment').as(db.insert(payments).values(row).returning({ id: payments.id }))
}

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

/** Numbers are drawn until one is free; that the first is taken hardly ever happens. */
async function insertOrder(
  db: Database,
  order: ReturnType<typeof orderOf> & { userId: string },
): Promise<Written> {
  for (;;) {
    const [row] = await db
      .insert(orders)
      .values({ ...order, orderNumber: newOrderNumber() })
      .onConflictDoNothing({ target: orders.orderNumber })
      .returning({ orderNumber: orders.orderNumber })
      // What is left out stands in its words: one that waits leaves out other things.
      .prepare(`new_order_${order.state}`)
      .execute()
    if (row) return { ...order, ...row }
  }
}

/** Within the state where the store is registered the tax is split, else it is the union's. */
async function linesOf(db: Database, { quote, address, warehouse }: Draft) {
  const facts = await readStoreFacts(db)
  const seller = facts?.legalEntity.state ?? warehouse.state
  const buyer = address.state || warehouse.state
  return orderLinesOf(quote, {
    day: clock.now(),
    isWithinState: seller.toLowerCase() === buyer.toLowerCase(),
  })
}

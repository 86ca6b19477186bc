import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'

import type { PlacedOrder, PlaceOrder } from '#contract/checkout.ts'
import type { Paise } from '#contract/money.ts'
import { cartLines, carts } from '#server/database/cartTables.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { payments } from '#server/database/paymentTables.ts'
import type { BagLine } from '#server/database/readCart.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { deliverTo, type WarehouseFor } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { type Pieces, takeStock } from '#server/platform/takeStock.ts'
import { type Quote, quoteBag } from './quoteBag.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { refuseChanged } from './refuseChanged.ts'
import { writeOrder } from './writeOrder.ts'

/**
 * Makes an order of the bag, to be paid on delivery: all of it or nothing. Everybody locks in the
 * same order, bag, stock, coupon, so that no two buyers wait for each other.
 */
export function placeOrder(
  store: UserStore,
  wanted: PlaceOrder,
  warehouseFor: WarehouseFor,
): Promise<PlacedOrder> {
  return inTransaction(store.db, async (db) => {
    const held = { ...store, db }
    const quote = await quoteBag(held)
    refuseChanged(quote, wanted)
    refuseCash(quote)
    const place = await deliverTo(held, wanted.addressId, warehouseFor)

    const id = randomUUID()
    await takeStock(db, piecesOf(quote), { reason: 'order', reference: id })
    await redeemCoupon(held, id, quote)
    const payment = cashPayment(quote.amount.finalAmount)
    const receiver = wanted.receiver
    const order = await writeOrder(held, { id, quote, ...place, receiver, payment })
    await expectCash(held, id, quote.amount.finalAmount)
    await emptyCart(held)
    return placedOrder(order)
  })
}

function refuseCash({ cart }: Quote) {
  if (cart.purchaseType === 'Standard') return
  throw new StoreError('not_allowed_now', 'Cash on Delivery is for Standard delivery only')
}

/** Of a line to be tried both sizes leave the shelf. */
const piecesOf = ({ lines, cart }: Quote): Pieces[] =>
  lines.flatMap(({ productId, size, trialSize, quantity }: BagLine) => [
    { productId, size, quantity },
    ...(cart.purchaseType === 'Try and Buy' && trialSize
      ? [{ productId, size: trialSize, quantity }]
      : []),
  ])

/** What a coupon has paid for wholly is paid. */
const cashPayment = (total: Paise) => ({
  state: 'placed' as const,
  paymentMethod: 'Cash on delivery' as const,
  paymentStatus: total === 0 ? ('paid' as const) : ('Pending' as const),
  placedAt: clock.now(),
})

async function expectCash({ db }: UserStore, orderId: string, amountPaise: Paise) {
  if (amountPaise === 0) return
  await db.insert(payments).values({
    orderId,
    provider: 'cash',
    kind: 'on_delivery',
    status: 'created',
    amountPaise,
    createdAt: clock.now(),
  })
}

/** The chosen address stays; what was chosen for this order only goes. */
async function emptyCart({ db, userId }: UserStore) {
  await db.delete(cartLines).where(eq(cartLines.userId, userId))
  await db
    .update(carts)
    .set({
      purchaseType: 'Standard',
      couponId: null,
      receiverName: null,
      receiverContactNumber: null,
      version: sql`${carts.version} + 1`,
      updatedAt: clock.now(),
    })
    .where(eq(carts.userId, userId))
}

type Made = { id: string; orderNumber: string; totalPaise: number }

export const placedOrder = ({ id, orderNumber, totalPaise }: Made): PlacedOrder => ({
  _id: id,
  orderID: orderNumber,
  orderSlug: orderNumber.toLowerCase(),
  amount: totalPaise as Paise,
})

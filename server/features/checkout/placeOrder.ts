import { randomUUID } from 'node:crypto'

import type { PlacedOrder, PlaceOrder } from '#contract/checkout.ts'
import type { Paise } from '#contract/money.ts'
import { rules } from '#contract/rules.ts'
import { readStoreFacts } from '#server/database/readStoreFacts.ts'
import { together } from '#server/database/together.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { deliverTo, type WarehouseFor } from '#server/platform/deliverTo.ts'
import { orderPieces } from '#server/platform/orderPieces.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { type Pieces, takeStock } from '#server/platform/takeStock.ts'
import { bagHashOf } from './bagHash.ts'
import { emptyCart } from './emptyCart.ts'
import { limitCash } from './limitCash.ts'
import { limitHolds } from './limitHolds.ts'
import { type Quote, quoteBag } from './quoteBag.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { refuseChanged } from './refuseChanged.ts'
import { refuseTrial } from './refuseTrial.ts'
import { keepWaiting, readWaiting, supersede } from './waitingOrder.ts'
import { type Draft, writeOrder } from './writeOrder.ts'

export type PlacingOutside = {
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
  held: UserStore,
  wanted: PlaceOrder,
  { warehouseFor, provider, hasRateLimits }: PlacingOutside,
): Promise<PlacedOrder> {
  const [quote, place, facts] = await together([
    quoteBag(held),
    deliverTo(held, wanted.addressId, warehouseFor),
    readStoreFacts(held.db),
  ])
  refuseChanged(quote, wanted)
  refuseTrial(quote, place.warehouse)
  const receiver = wanted.receiver
  const bagHash = bagHashOf(quote, { ...place, receiver })
  const draft = { quote, ...place, facts, receiver, bagHash, provider, hasRateLimits }
  return wanted.paymentMethod === 'prepaid' ? placePrepaid(held, draft) : placeCash(held, draft)
}

/** To be paid at the door: it counts at once, and the bag is empty. */
async function placeCash(held: UserStore, draft: Wanted): Promise<PlacedOrder> {
  if (draft.quote.cart.purchaseType !== 'Standard') {
    throw new StoreError('not_allowed_now', 'Cash on Delivery is for Standard delivery only')
  }
  if (draft.hasRateLimits) await limitCash(held, draft)
  return placeAtOnce(held, draft, 'Cash on delivery')
}

/** What a coupon has paid for wholly is paid. */
async function placeAtOnce(
  held: UserStore,
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
  const [order] = await together([
    take(held, draft, { payment, expected: isPaid ? undefined : cash }),
    emptyCart(held),
  ])
  return order
}

/** Holds its pieces until it is paid; the bag stays as it is. The same bag again is the same order. */
async function placePrepaid(held: UserStore, draft: Wanted): Promise<PlacedOrder> {
  const { finalAmount: amountPaise } = draft.quote.amount
  if (amountPaise === 0) return placeAtOnce(held, draft, 'Prepaid')
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
  held: UserStore,
  { bagHash: _hash, provider: _provider, ...draft }: Wanted,
  paid: Pick<Draft, 'payment' | 'expected'>,
): Promise<PlacedOrder> {
  const id = randomUUID()
  const pieces = piecesOf(draft.quote)
  // The bag is held, so no order of it can have begun to wait since it was read.
  if (draft.quote.isHolding) await supersede(held, { pieces, couponId: draft.quote.coupon?.id })
  const taking = takeStock(held.db, pieces, { reason: 'order', reference: id })
  if (draft.quote.coupon || !seemThere(pieces, draft.quote)) {
    await taking
    await redeemCoupon(held, id, draft.quote)
  }
  // Where a piece has gone since the bag was read, all of this is taken back.
  const [, order] = await together([taking, writeOrder(held, { id, ...draft, ...paid })])
  return placedOrder(order)
}

const piecesOf = ({ lines, cart }: Quote) =>
  orderPieces(
    lines.map((line) => ({
      ...line,
      trialSize: cart.purchaseType === 'Try and Buy' ? line.trialSize : null,
    })),
  )

/** In a rush most are refused: nothing is written for who would be. */
const seemThere = (pieces: Pieces[], { lines }: Quote): boolean =>
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

import * as v from 'valibot'

import { optionalField, singleLineText } from '#contract/api/fields.ts'
import type { Paise } from '#contract/values/money.ts'
import { allocate } from '#contract/cart/pricing.ts'
import { BoardState } from './orderMoves.ts'

/** Why an item is cancelled or swapped. It decides whether the piece goes back on sale. */
export const ItemChangeReason = v.picklist(['notFound', 'damaged', 'customerAsked'])
export type ItemChangeReason = v.InferOutput<typeof ItemChangeReason>

/** A piece that is damaged or cannot be found is written off. */
export const isWrittenOff = (reason: ItemChangeReason): boolean => reason !== 'customerAsked'

/** Why the store gives money back without taking anything back. */
export const RefundReason = v.picklist(['late', 'damaged', 'missing', 'overcharged', 'goodwill'])
export type RefundReason = v.InferOutput<typeof RefundReason>

/** States in which items can be changed: until the order leaves the warehouse. */
export const changeableStates = ['new', 'packing', 'ready'] as const satisfies BoardState[]

/** What a change did, as the timeline and the history say it. */
export const itemChangeDone = {
  cancelItem: 'cancelled an item',
  swapSize: 'swapped the size',
  replaceItem: 'sent another item',
  giveRefund: 'gave a refund',
} as const

const seen = {
  /** The state that the person saw. If the order is in another one, the change is refused with 409. */
  from: BoardState,
}
const Item = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))
const Size = v.pipe(v.string(), v.minLength(1), v.maxLength(20))
const Note = optionalField(singleLineText({ min: 1, max: 200 }))

export const CancelItem = v.object({
  ...seen,
  /** Counts from 1, as on the packing slip. */
  item: Item,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  reason: ItemChangeReason,
  /** Of an item on trial, the size that is damaged or missing; the other one goes back on sale. */
  size: v.optional(Size),
})
export type CancelItem = v.InferOutput<typeof CancelItem>

/** A piece that is missing or damaged when its whole order is cancelled. It is written off; the others go back on sale. */
export const Shortage = v.object({
  item: Item,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  reason: v.picklist(['notFound', 'damaged']),
  /** Of an item on trial, the size that it is; without it, the one that the customer ordered. */
  size: v.optional(Size),
})
export type Shortage = v.InferOutput<typeof Shortage>

export const SwapSize = v.object({
  ...seen,
  item: Item,
  size: Size,
  /** The size that it is sent instead of; without it, the one that the customer ordered. */
  replaces: v.optional(Size),
  reason: ItemChangeReason,
})
export type SwapSize = v.InferOutput<typeof SwapSize>

export const ReplaceItem = v.object({
  ...seen,
  item: Item,
  /** The item that takes its place, in the same quantity. */
  productId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  size: Size,
  /** Of an item on trial, the size that is damaged or missing; the other one goes back on sale. */
  missingSize: v.optional(Size),
  reason: ItemChangeReason,
  /** Only after the customer has agreed on the phone. */
  hasAgreed: v.literal(true),
})
export type ReplaceItem = v.InferOutput<typeof ReplaceItem>

export const GiveRefund = v.object({
  amountPaise: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000_000)),
  reason: RefundReason,
  /** What was refunded before, as the person saw it. If it is more now, the refund is given by somebody else: 409. */
  refundedPaise: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The item that it is for, if it is for one. */
  item: v.optional(Item),
  note: Note,
})
export type GiveRefund = v.InferOutput<typeof GiveRefund>

type LineAmounts = { quantity: number; pricePaise: number; netPaise: number }

/** The net amounts of a line without a part of its quantity, and of the part: each bears its share of the coupon. */
export function splitNet(line: LineAmounts, part: number): [kept: Paise, part: Paise] {
  const { quantity, pricePaise, netPaise } = line
  const prices = [quantity - part, part].map((count) => (count * pricePaise) as Paise)
  const shares = allocate((quantity * pricePaise - netPaise) as Paise, prices)
  const [remaining = 0, cancelled = 0] = prices.map((price, index) => price - (shares[index] ?? 0))
  return [remaining as Paise, cancelled as Paise]
}

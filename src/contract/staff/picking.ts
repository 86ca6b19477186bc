import * as v from 'valibot'

import { responseSchema, type StaffSchemasByCall } from '#contract/api/fields.ts'
import { LineDetails, PurchaseType } from '#contract/cart/cart.ts'
import { BoardState } from './orderMoves.ts'
import { Instant } from './people.ts'

/** A piece to take from a shelf. An item on trial is two of them, one of each size. */
const PickItem = v.object({
  /** The position in the order, from 1. */
  item: v.number(),
  productId: v.string(),
  code: v.string(),
  name: v.string(),
  brand: v.string(),
  photo: v.nullable(v.string()),
  size: v.string(),
  isTrialSize: v.boolean(),
  quantity: v.number(),
  details: v.optional(LineDetails),
  picked: v.number(),
  shelf: v.nullable(v.string()),
  /** Further pieces in the warehouse that no order has. */
  onHand: v.number(),
  /** Sizes that could be sent instead. */
  otherSizes: v.array(v.object({ size: v.string(), onHand: v.number() })),
})
export type PickItem = v.InferOutput<typeof PickItem>

const PickOrder = v.object({
  number: v.string(),
  state: BoardState,
  purchaseType: PurchaseType,
  customer: v.string(),
  promisedBy: v.nullable(Instant),
  warehouse: v.object({ id: v.string(), name: v.string() }),
  items: v.array(PickItem),
})
export type PickOrder = v.InferOutput<typeof PickOrder>

const PickListResponse = responseSchema({
  result: v.object({ orders: v.array(PickOrder), at: Instant }),
})

const Pick = v.object({
  item: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  size: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
  /** How many pieces are in the bag now. */
  picked: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
})
export type Pick = v.InferOutput<typeof Pick>

export const pickingCalls = {
  readPickList: { response: PickListResponse },
  pickItem: { body: Pick, response: responseSchema({ result: PickOrder }) },
} satisfies StaffSchemasByCall

import * as v from 'valibot'

import { AddressLabel } from '#contract/account/account.ts'
import {
  CursorQuery,
  listResponseSchema,
  multiLineText,
  optionalField,
  responseSchema,
  singleLineText,
  type StaffSchemasByCall,
} from '#contract/api/fields.ts'
import { LineDetails, PurchaseType } from '#contract/cart/cart.ts'
import { Invoice, OrderStatus, PaymentMethod } from '#contract/orders/order.ts'
import { CorrectAddress, DeliveryPlace, PlaceQuery } from './addressChange.ts'
import { CancelItem, GiveRefund, ReplaceItem, Shortage, SwapSize } from './itemChanges.ts'
import { deliveryCode } from '#contract/rules.ts'
import { DeliveryProof } from './deliverySettings.ts'
import { BoardState, OrderMove } from './orderMoves.ts'
import { Instant } from './people.ts'
import { AssignPickup, MoveReturn, StaffReturn } from './pickups.ts'

const Named = v.object({ id: v.string(), name: v.string() })

/** An order as a row of the board. Amounts are in paise. */
export const BoardOrder = v.object({
  number: v.string(),
  state: BoardState,
  status: OrderStatus,
  purchaseType: PurchaseType,
  placedAt: Instant,
  promisedBy: v.nullable(Instant),
  /** Since when the order is in its state. */
  since: Instant,
  itemCount: v.number(),
  /** A photo of each of the first items. */
  photos: v.array(v.string()),
  totalPaise: v.number(),
  paymentMethod: PaymentMethod,
  isPaid: v.boolean(),
  /** To be paid at the door. */
  duePaise: v.number(),
  customer: v.string(),
  /** The part of the city, and the PIN code. */
  area: v.string(),
  warehouse: Named,
  rider: v.nullable(Named),
  attempts: v.number(),
  failedReason: v.nullable(v.string()),
})
export type BoardOrder = v.InferOutput<typeof BoardOrder>

/** A line of an order page; `item` counts from 1, as on the packing slip. */
const StaffOrderLine = v.object({
  item: v.number(),
  productId: v.string(),
  code: v.string(),
  name: v.string(),
  brand: v.string(),
  photo: v.nullable(v.string()),
  size: v.string(),
  trialSize: v.nullable(v.string()),
  soldSize: v.nullable(v.string()),
  quantity: v.number(),
  details: v.optional(LineDetails),
  pricePaise: v.number(),
  netPaise: v.number(),
  refundedPaise: v.number(),
  status: OrderStatus,
  /** What other pieces the warehouse has of this size. */
  inStock: v.number(),
  /** Other sizes of which it has enough to send them instead. */
  otherSizes: v.array(v.object({ size: v.string(), onHand: v.number() })),
})
export type StaffOrderLine = v.InferOutput<typeof StaffOrderLine>

const TimelineEntry = v.object({
  at: Instant,
  text: v.string(),
  /** Who did it: a name, "Customer", "Payment". */
  by: v.string(),
  role: v.nullable(v.string()),
  kind: v.picklist(['move', 'note', 'problem']),
})
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>

/** An allowed move with what it will do, in sentences; null where it does nothing. */
const MoveEffect = v.object({
  move: OrderMove,
  stock: v.nullable(v.string()),
  money: v.nullable(v.string()),
  message: v.nullable(v.string()),
})
export type MoveEffect = v.InferOutput<typeof MoveEffect>

/** An order page. Phone numbers are masked for roles that do not call. */
export const StaffOrder = v.object({
  ...BoardOrder.entries,
  lines: v.array(StaffOrderLine),
  person: v.object({
    name: v.string(),
    contactNumber: v.nullable(v.string()),
    earlierOrders: v.number(),
    refusedDeliveries: v.number(),
  }),
  receiver: v.nullable(v.object({ name: v.string(), contactNumber: v.string() })),
  address: v.object({
    label: AddressLabel,
    /** The street line begins with it; empty if it was not given. Stored orders may lack it. */
    house: v.optional(v.string(), ''),
    street: v.string(),
    city: v.string(),
    state: v.string(),
    postalCode: v.string(),
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    /** How often the staff have corrected it. */
    corrections: v.number(),
  }),
  amounts: v.object({
    itemsPaise: v.number(),
    couponPaise: v.number(),
    couponName: v.nullable(v.string()),
    trialPaise: v.number(),
    shippingPaise: v.number(),
    totalPaise: v.number(),
    refundedPaise: v.number(),
    /** Captured and not refunded yet. */
    refundablePaise: v.number(),
  }),
  payments: v.array(
    v.object({
      provider: v.string(),
      kind: v.string(),
      status: v.string(),
      amountPaise: v.number(),
      reference: v.nullable(v.string()),
      at: v.nullable(Instant),
    }),
  ),
  refunds: v.array(
    v.object({
      reason: v.string(),
      amountPaise: v.number(),
      status: v.string(),
      reference: v.nullable(v.string()),
      at: Instant,
    }),
  ),
  documents: v.array(v.object({ kind: v.string(), number: v.string() })),
  /** How the rider proves the delivery, and the photos of it. */
  proof: v.object({ kind: DeliveryProof, photos: v.array(v.string()) }),
  /** Items that were asked to be returned or exchanged. */
  returns: v.array(StaffReturn),
  timeline: v.array(TimelineEntry),
  /** The usual next step comes first. */
  moves: v.array(MoveEffect),
})
export type StaffOrder = v.InferOutput<typeof StaffOrder>

export const MoveOrder = v.object({
  move: OrderMove,
  /** The state that the person saw. If the order is in another one, the move is refused with 409. */
  from: BoardState,
  riderId: optionalField(v.pipe(v.string(), v.maxLength(64))),
  reason: optionalField(singleLineText({ min: 1, max: 200 })),
  /** What a rider has collected at the door; it must be what is due. */
  collectedPaise: optionalField(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** A rider's proof of the delivery: the customer's code, or a photo that was sent before. */
  code: optionalField(v.pipe(v.string(), v.maxLength(deliveryCode.digits))),
  photoId: optionalField(v.pipe(v.string(), v.maxLength(64))),
  /** What the packer could not find or send, if the order is cancelled for it. */
  shortages: v.optional(v.pipe(v.array(Shortage), v.maxLength(100))),
  /** The items that the customer keeps after a trial, each with its size; the others are taken back. */
  kept: v.optional(
    v.array(
      v.object({
        item: v.number(),
        size: optionalField(v.pipe(v.string(), v.maxLength(20))),
      }),
    ),
  ),
})
export type MoveOrder = v.InferOutput<typeof MoveOrder>

const OrderResponse = responseSchema({ result: StaffOrder })

/** An invoice or credit note as it was issued. */
export const StaffInvoice = v.object({
  kind: v.picklist(['invoice', 'credit_note']),
  ...Invoice.entries,
})
export type StaffInvoice = v.InferOutput<typeof StaffInvoice>

/** A rider and how many orders they carry. The phone number is masked for roles that do not call. */
export const Rider = v.object({
  id: v.string(),
  name: v.string(),
  contactNumber: v.string(),
  isOnShift: v.boolean(),
  orderCount: v.number(),
})
export type Rider = v.InferOutput<typeof Rider>

export const boardCalls = {
  readBoard: {
    response: responseSchema({
      result: v.object({ data: v.array(BoardOrder), warehouses: v.array(Named), at: Instant }),
    }),
  },
  streamBoardEvents: {},
  findOrders: {
    query: v.object({
      ...CursorQuery.entries,
      /** A number, phone number, name or product code. */
      search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80))),
    }),
    response: responseSchema({
      result: v.object({ data: v.array(BoardOrder), cursor: v.nullable(v.string()) }),
    }),
  },
  readStaffInvoices: { response: listResponseSchema(StaffInvoice) },
  readStaffOrder: { response: OrderResponse },
  moveOrder: { body: MoveOrder, response: OrderResponse },
  addOrderNote: {
    body: v.object({ text: multiLineText({ min: 1, max: 1000 }) }),
    response: OrderResponse,
  },
  cancelItem: { body: CancelItem, response: OrderResponse },
  swapSize: { body: SwapSize, response: OrderResponse },
  replaceItem: { body: ReplaceItem, response: OrderResponse },
  giveRefund: { body: GiveRefund, response: OrderResponse },
  correctAddress: { body: CorrectAddress, response: OrderResponse },
  readDeliveryPlace: { query: PlaceQuery, response: responseSchema({ result: DeliveryPlace }) },
  assignPickup: { body: AssignPickup, response: OrderResponse },
  moveReturn: { body: MoveReturn, response: OrderResponse },
  readRiders: { response: listResponseSchema(Rider) },
} satisfies StaffSchemasByCall

import * as v from 'valibot'

import {
  optionalField,
  responseSchema,
  singleLineText,
  type StaffSchemasByCall,
} from '#contract/api/fields.ts'
import { Point } from '#contract/delivery/location.ts'
import { BoardOrder } from './board.ts'
import { DeliveryProof } from './deliverySettings.ts'
import { OrderMove } from './orderMoves.ts'
import { Instant } from './people.ts'
import { Pickup, CollectedItem } from './pickups.ts'

const DeliveryItem = v.object({
  /** Counts from 1, as on the packing slip. */
  item: v.number(),
  name: v.string(),
  brand: v.string(),
  photo: v.nullable(v.string()),
  size: v.string(),
  trialSize: v.nullable(v.string()),
  quantity: v.number(),
  /** What the customer pays for the item, after the coupon. */
  netPaise: v.number(),
  /** What was refunded for it before. Missing in lists saved by older versions. */
  refundedPaise: v.optional(v.number(), 0),
})

/** An order that a rider carries, with everything that is needed without a connection. */
export const Delivery = v.object({
  ...BoardOrder.entries,
  items: v.array(DeliveryItem),
  /** Who takes the order, and whom to call. */
  receiver: v.object({ name: v.string(), contactNumber: v.string() }),
  address: v.object({
    text: v.string(),
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
  }),
  /** What colleagues wrote, newest first. */
  notes: v.array(v.object({ text: v.string(), by: v.string(), at: Instant })),
  moves: v.array(OrderMove),
  /** What was refunded of the whole order. Missing in lists saved by older versions. */
  refundedPaise: v.optional(v.number(), 0),
  /** What the rider needs to deliver it. A list that a phone saved before says nothing of it. */
  proof: v.optional(DeliveryProof, 'none'),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const RiderShift = v.object({
  /** Null outside of a shift. */
  onShiftSince: v.nullable(Instant),
  deliveries: v.array(Delivery),
  /** Returns and exchanges to fetch, the oldest request first. A list that a phone saved before has none. */
  pickups: v.optional(v.array(Pickup), []),
  /** What the rider has fetched and not handed over to its warehouse. */
  taken: v.optional(v.array(CollectedItem), []),
  /** The rider's warehouse, where a round begins. */
  from: v.optional(v.nullable(Point), null),
  /** Whether the store has maps. */
  hasMap: v.optional(v.boolean(), false),
  at: Instant,
})
export type RiderShift = v.InferOutput<typeof RiderShift>

/** What a rider collected since the last hand-over. Amounts are in paise. */
const CashSheet = v.object({
  rider: v.object({ id: v.string(), name: v.string() }),
  /** In cash, which the rider carries. */
  cashPaise: v.number(),
  collected: v.array(v.object({ number: v.string(), amountPaise: v.number(), at: Instant })),
})
export type CashSheet = v.InferOutput<typeof CashSheet>

/** Cash that a rider has handed over. A difference stays on record. */
const CashHandover = v.object({
  id: v.string(),
  rider: v.object({ id: v.string(), name: v.string() }),
  expectedPaise: v.number(),
  /** As the rider counted it. */
  countedPaise: v.number(),
  reason: v.nullable(v.string()),
  at: Instant,
  /** As a manager counted it; null until then. */
  receivedPaise: v.nullable(v.number()),
  receivedBy: v.nullable(v.string()),
  receivedAt: v.nullable(Instant),
  receivedReason: v.nullable(v.string()),
})
export type CashHandover = v.InferOutput<typeof CashHandover>

/** Below ₹10 crore, far more than anybody carries. */
const Amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000_000))
const Reason = optionalField(singleLineText({ min: 1, max: 200 }))

const CountedCash = v.object({
  countedPaise: Amount,
  /** What the person has seen; refused if more was collected meanwhile. */
  expectedPaise: Amount,
  /** Needed if the two differ. */
  reason: Reason,
})
export type CountedCash = v.InferOutput<typeof CountedCash>

const ReceivedCash = v.object({ receivedPaise: Amount, reason: Reason })
export type ReceivedCash = v.InferOutput<typeof ReceivedCash>

const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))

/** Where a rider is, as their phone says it. */
const SentPosition = v.object({ latitude: degrees(90), longitude: degrees(180) })
export type SentPosition = v.InferOutput<typeof SentPosition>

/** The payment of an order by UPI at the door. */
export const DoorPayment = v.object({
  /** `closed`: nothing is due any more, and it was not paid by this code. */
  state: v.picklist(['waiting', 'paid', 'closed']),
  amountPaise: v.number(),
  /** What the QR code shows; null once nothing is due. */
  url: v.nullable(v.string()),
})
export type DoorPayment = v.InferOutput<typeof DoorPayment>

const DoorPaymentResponse = responseSchema({ result: DoorPayment })
const ShiftResponse = responseSchema({ result: RiderShift })
const CashResponse = responseSchema({
  result: v.object({ sheets: v.array(CashSheet), handovers: v.array(CashHandover) }),
})

export const riderCalls = {
  readDeliveries: { response: ShiftResponse },
  startShift: { response: ShiftResponse },
  endShift: { response: ShiftResponse },
  // For how many orders it counts: those that the rider is on the way with.
  sendPosition: {
    body: SentPosition,
    response: responseSchema({ result: v.object({ orders: v.number() }) }),
  },
  openDoorPayment: { response: DoorPaymentResponse },
  readDoorPayment: { response: DoorPaymentResponse },
  readCash: { response: CashResponse },
  handOverCash: { body: CountedCash, response: CashResponse },
  receiveCash: { body: ReceivedCash, response: CashResponse },
} satisfies StaffSchemasByCall

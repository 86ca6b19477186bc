import * as v from 'valibot'

import {
  optionalField,
  responseSchema,
  singleLineText,
  type StaffSchemasByCall,
} from '#contract/api/fields.ts'
import { OrderStatus } from '#contract/orders/order.ts'
import { doorPhotos } from './doorPhotos.ts'
import { Instant } from './people.ts'

export const ReturnKind = v.picklist(['return', 'exchange'])
export type ReturnKind = v.InferOutput<typeof ReturnKind>

/** What a rider finds when they check an item at the door. */
export const PickupFinding = v.picklist(['fine', 'worn', 'damaged', 'wrongItem', 'incomplete'])
export type PickupFinding = v.InferOutput<typeof PickupFinding>

/** A finding in a sentence that the customer reads when the item is not taken. */
export const findingText: Record<PickupFinding, string> = {
  fine: 'The item is as it was delivered',
  worn: 'The item has been worn',
  damaged: 'The item is damaged',
  wrongItem: 'It isn’t the item that we delivered',
  incomplete: 'Something of the item is missing',
}

/** Whether the rider takes the item along. */
export const PickupOutcome = v.picklist(['taken', 'refused'])
export type PickupOutcome = v.InferOutput<typeof PickupOutcome>

const ReturnedItem = {
  /** Counts from 1, as on the packing slip. */
  item: v.number(),
  kind: ReturnKind,
  status: OrderStatus,
  name: v.string(),
  size: v.string(),
  quantity: v.number(),
  /** The size that the customer gets instead; null for a return. */
  newSize: v.nullable(v.string()),
  /** Why the customer gives it back. */
  reason: v.nullable(v.string()),
  /** URLs of what the customer photographed. */
  customerPhotos: v.array(v.string()),
}

const PickupItem = v.object({
  ...ReturnedItem,
  brand: v.string(),
  photo: v.nullable(v.string()),
})
export type PickupItem = v.InferOutput<typeof PickupItem>

const Note = v.object({ text: v.string(), by: v.string(), at: Instant })

/** What a rider is to fetch from a customer, with everything that is needed without a connection. */
export const Pickup = v.object({
  number: v.string(),
  area: v.string(),
  warehouse: v.object({ id: v.string(), name: v.string() }),
  requestedAt: Instant,
  /** Who gives the items, and whom to call. */
  receiver: v.object({ name: v.string(), contactNumber: v.string() }),
  address: v.object({
    text: v.string(),
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
  }),
  attempts: v.number(),
  failedReason: v.nullable(v.string()),
  /** What colleagues wrote, newest first. */
  notes: v.array(Note),
  items: v.array(PickupItem),
})
export type Pickup = v.InferOutput<typeof Pickup>

/** An item that a rider has taken and brings back to its warehouse. */
export const CollectedItem = v.object({
  number: v.string(),
  item: v.number(),
  name: v.string(),
  size: v.string(),
  quantity: v.number(),
  warehouse: v.string(),
})
export type CollectedItem = v.InferOutput<typeof CollectedItem>

/** An item that is or was to be returned or exchanged, on the order page. */
export const StaffReturn = v.object({
  ...ReturnedItem,
  rider: v.nullable(v.object({ id: v.string(), name: v.string() })),
  attempts: v.number(),
  failedReason: v.nullable(v.string()),
  /** What was found at the door; null until then. */
  check: v.nullable(
    v.object({
      outcome: PickupOutcome,
      finding: PickupFinding,
      note: v.nullable(v.string()),
      photos: v.array(v.string()),
      by: v.string(),
      at: Instant,
    }),
  ),
  /** Why it was refused, as the customer reads it. */
  refusalReason: v.nullable(v.string()),
})
export type StaffReturn = v.InferOutput<typeof StaffReturn>

/** An order with items to fetch or to receive, as a row of the list of returns. */
export const ReturnRow = v.object({
  number: v.string(),
  customer: v.string(),
  area: v.string(),
  warehouse: v.object({ id: v.string(), name: v.string() }),
  requestedAt: Instant,
  items: v.array(StaffReturn),
})
export type ReturnRow = v.InferOutput<typeof ReturnRow>

const waitingStatuses: readonly OrderStatus[] = ['Return Requested', 'Exchange Requested']
const acceptedStatuses: readonly OrderStatus[] = ['Return Accepted', 'Exchange Accepted']

type ReturnState = Pick<StaffReturn, 'status' | 'check'>

/** Whether a rider can still fetch the item. */
export const isToFetch = ({ status, check }: ReturnState): boolean =>
  check === null && (waitingStatuses.includes(status) || acceptedStatuses.includes(status))

/** Whether the item can be received in the warehouse, with or without a rider. */
export const isReceivable = ({ status }: Pick<ReturnState, 'status'>): boolean =>
  waitingStatuses.includes(status) || acceptedStatuses.includes(status)

/** A request that was accepted can no longer be refused. */
export const isRefusable = ({ status }: Pick<ReturnState, 'status'>): boolean =>
  waitingStatuses.includes(status)

const ItemNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
const Reason = singleLineText({ min: 1, max: 200 })
const Id = v.pipe(v.string(), v.maxLength(64))

const CheckedItem = v.object({
  item: ItemNumber,
  /** The status that the rider saw. If the item has another one, the check is refused with 409. */
  from: OrderStatus,
  outcome: PickupOutcome,
  finding: PickupFinding,
  note: optionalField(singleLineText({ min: 1, max: 200 })),
  /** Of photos that were sent before. A finding other than 'fine' needs one. */
  photoIds: v.optional(v.pipe(v.array(Id), v.maxLength(doorPhotos.maxPerItem)), []),
})
export type CheckedItem = v.InferOutput<typeof CheckedItem>

/** What a rider did about a pick-up: checked its items at the door, or met nobody. */
export const CheckPickup = v.variant('move', [
  v.object({ move: v.literal('check'), items: v.pipe(v.array(CheckedItem), v.minLength(1)) }),
  v.object({
    move: v.literal('attempt'),
    reason: Reason,
    /** How many attempts the rider saw, so that none counts twice. */
    attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
])
export type CheckPickup = v.InferOutput<typeof CheckPickup>

export const AssignPickup = v.object({ riderId: optionalField(Id) })
export type AssignPickup = v.InferOutput<typeof AssignPickup>

/** What the warehouse does with an item of a return or exchange. */
export const MoveReturn = v.object({
  item: ItemNumber,
  move: v.picklist(['receive', 'refuse']),
  /** The status that the person saw. */
  from: OrderStatus,
  /** Needed to refuse; the customer reads it. */
  reason: optionalField(Reason),
})
export type MoveReturn = v.InferOutput<typeof MoveReturn>

/** What these did, as the timeline and the history say it. */
export const pickupDone = {
  assign: 'gave the pick-up to a rider',
  check: 'checked the pick-up',
  attempt: 'could not pick up',
  accept: 'accepted a return or exchange',
  receive: 'received an item back',
  refuse: 'refused a return or exchange',
} as const

export const pickupCalls = {
  readReturns: {
    response: responseSchema({ result: v.object({ data: v.array(ReturnRow), at: Instant }) }),
  },
  // What is left to fetch of the order.
  checkPickup: { body: CheckPickup, response: responseSchema({ result: v.nullable(Pickup) }) },
  addDoorPhoto: {
    upload: doorPhotos,
    response: responseSchema({ result: v.object({ id: v.string() }) }),
  },
} satisfies StaffSchemasByCall

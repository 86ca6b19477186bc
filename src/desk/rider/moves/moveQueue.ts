import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import { MoveOrder } from '#contract/staff/board.ts'
import { OrderMove } from '#contract/staff/orderMoves.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { queueSchema } from '#platform/outbox/queueSchema.ts'
import type { Queue, QueueEntry } from '#platform/outbox/sendQueue.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { DoorCheck, photosOf } from '#desk/rider/pickup/doorCheck.ts'

/** What is stored on the phone of the moves that a rider made: those not sent yet, and those not accepted. */

const place = {
  number: v.string(),
  /** Who receives the order, for the list of what waits. */
  receiver: v.string(),
  /** Where the items go if the order is no longer to be delivered. */
  warehouse: v.string(),
}

const DeliveryMove = v.object({
  ...place,
  body: MoveOrder,
  /** A photo of the delivery, which the phone keeps until it is sent. */
  photo: v.optional(v.string()),
})
export type DeliveryMove = v.InferOutput<typeof DeliveryMove>
const PickupMove = v.object({ ...place, pickup: DoorCheck })
export type PickupMove = v.InferOutput<typeof PickupMove>

const RiderMove = v.union([DeliveryMove, PickupMove])
export type RiderMove = v.InferOutput<typeof RiderMove>

/** What a rider did, for lists. */
export const RiderAction = v.picklist([...OrderMove.options, 'checkPickup', 'missPickup'])
export type RiderAction = v.InferOutput<typeof RiderAction>

/** The photos that a move is sent with. */
export const photosIn = (change: RiderMove): string[] =>
  'body' in change ? (change.photo ? [change.photo] : []) : photosOf(change.pickup)

export const actionOf = (change: RiderMove): RiderAction =>
  'body' in change
    ? change.body.move
    : change.pickup.move === 'check'
      ? 'checkPickup'
      : 'missPickup'

export type MoveEntry = QueueEntry<RiderMove>

/** The prefix keeps both out of what a log out of the shop deletes on the same phone. */
export const moveQueueKey = 'device:desk-moves'
export const refusalsKey = 'device:desk-refusals'

const emptyQueue: Queue<RiderMove> = { entries: [], settledCount: 0 }
export const moveQueueAtom = persistedAtom(moveQueueKey, queueSchema(RiderMove), emptyQueue)

const Refusal = v.object({
  /** Of the move that was not accepted. */
  key: v.string(),
  ownerId: v.string(),
  number: v.string(),
  receiver: v.string(),
  warehouse: v.string(),
  move: RiderAction,
  /** The server's sentence: who did what. */
  reason: v.nullable(v.string()),
  /** Whether the rider no longer carries the order. */
  isGone: v.boolean(),
  /** The field that the server found wrong, such as the customer's code. */
  field: v.optional(v.string()),
  /** Later moves of the same order, which were dropped with it. */
  dropped: v.array(RiderAction),
  at: v.number(),
})
export type Refusal = v.InferOutput<typeof Refusal>

export const refusalsAtom = persistedAtom<Refusal[]>(refusalsKey, v.array(Refusal), [])

const ownerIdAtom = atom((get) => get(sessionAtom)?.person.id)

/** The moves of who is logged in that the server has not answered yet, oldest first. */
export const ownEntriesAtom = atom((get) =>
  get(moveQueueAtom).entries.filter(({ ownerId }) => ownerId === get(ownerIdAtom)),
)

export const ownRefusalsAtom = atom((get) =>
  get(refusalsAtom).filter(({ ownerId }) => ownerId === get(ownerIdAtom)),
)

/** Updates the stored moves, in one transaction across all tabs; returns the new state. */
export async function updateMoves(
  change: (queue: Queue<RiderMove>) => Queue<RiderMove>,
): Promise<Queue<RiderMove>> {
  let after = emptyQueue
  await getDefaultStore().set(moveQueueAtom, (before) => (after = change(before)))
  return after
}

/** Removes a move that was not accepted, and the later ones of its order, which were made after it. */
export function dropMove(queue: Queue<RiderMove>, refused: MoveEntry): Queue<RiderMove> {
  const followers = new Set(followersOf(queue, refused))
  return {
    entries: queue.entries.filter((entry) => entry.key !== refused.key && !followers.has(entry)),
    settledCount: queue.settledCount + 1,
  }
}

export function followersOf({ entries }: Queue<RiderMove>, refused: MoveEntry): MoveEntry[] {
  const at = entries.findIndex(({ key }) => key === refused.key)
  return entries
    .slice(at + 1)
    .filter(
      ({ ownerId, change }) =>
        ownerId === refused.ownerId && change.number === refused.change.number,
    )
}

export const emptyMoves = () => emptyQueue

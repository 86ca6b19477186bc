import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import type { StaffOrder } from '#contract/staff/board.ts'
import { movesFor } from '#contract/staff/orderMoves.ts'
import type { Pickup } from '#contract/staff/pickups.ts'
import { type Delivery, RiderShift } from '#contract/staff/riders.ts'
import { request, requestIdempotently, takeEarlyRead } from '#desk/app/request.ts'
import { currentSession, type DeskSession, sessionAtom } from '#desk/app/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { moveQueueAtom, ownEntriesAtom, type PickupMove } from './moves/moveQueue.ts'
import { afterCheck, ownPickups } from './pickup/waitingChecks.ts'
import { afterMove, isOpen } from './moves/waitingMoves.ts'

/** What was read last, and by whom, so that a rider has it without a connection. */
const SavedShift = v.nullable(v.object({ ownerId: v.string(), shift: RiderShift }))
type SavedShift = v.InferOutput<typeof SavedShift>

/** The prefix keeps it out of what a log out of the shop deletes on the same phone. */
export const savedShiftKey = 'device:desk-deliveries'
export const savedShiftAtom = persistedAtom<SavedShift>(savedShiftKey, SavedShift, null)

const store = getDefaultStore()

/** The rider's shift as the server last said it; undefined if it was never read on this phone. */
export const shiftAtom = atom((get) => {
  const saved = get(savedShiftAtom)
  return saved?.ownerId === get(sessionAtom)?.person.id ? saved?.shift : undefined
})

/** The orders as they will be after the moves that were not sent yet. */
export const deliveriesAtom = atom((get) => {
  const entries = get(ownEntriesAtom)
  return get(shiftAtom)?.deliveries.map((delivery) =>
    entries.reduce(
      (moved, { change, queuedAt }) =>
        'body' in change ? afterMove(moved, { ...change, at: queuedAt }) : moved,
      delivery,
    ),
  )
})

/** What is to be fetched and brought back, as it will be after the checks that were not sent yet. */
export const pickupsAtom = atom((get) => {
  const shift = get(shiftAtom)
  const changes = get(ownEntriesAtom).map(({ change }) => change)
  return shift && changes.reduce((own, change) => afterCheck(own, change), ownPickups(shift))
})

/** Why the last attempt to read failed; undefined after one that worked. */
export const readProblemAtom = atom<Error | undefined>(undefined)

/** How often an unchanged list is stored again, so that its time stays near the truth. */
const storeAgainMs = 30_000

const isCurrent = ({ token }: DeskSession) => currentSession()?.token === token

async function saveShift(session: DeskSession, shift: RiderShift): Promise<void> {
  const before = store.get(savedShiftAtom)
  const ownerId = session.person.id
  if (before?.ownerId === ownerId && isAsBefore(before.shift, shift)) return
  await store.set(savedShiftAtom, (saved) => (isCurrent(session) ? { ownerId, shift } : saved))
}

const isAsBefore = (before: RiderShift, { at, ...shift }: RiderShift) =>
  Date.parse(at) - Date.parse(before.at) < storeAgainMs &&
  JSON.stringify({ ...before, at: '' }) === JSON.stringify({ ...shift, at: '' })

/** A response that was requested before a move was sent may lack it, and is read again. */
const maxReads = 3

/** Reads the deliveries. What goes wrong is in `readProblemAtom`. */
export async function readDeliveries(): Promise<void> {
  const session = currentSession()
  if (!session) return
  try {
    for (let turn = 0; turn < maxReads; turn += 1) {
      const { settledCount } = store.get(moveQueueAtom)
      const { result } = await (takeEarlyRead('readDeliveries') ?? request('readDeliveries'))
      if (!isCurrent(session)) return
      if (store.get(moveQueueAtom).settledCount !== settledCount) continue
      await saveShift(session, result)
      break
    }
    store.set(readProblemAtom, undefined)
  } catch (error) {
    if (isCurrent(session) && error instanceof Error) store.set(readProblemAtom, error)
  }
}

/** Shows what a move did, as the server answered. */
export function showMoved(order: StaffOrder): void {
  void store.set(savedShiftAtom, (saved) => {
    if (!saved) return saved
    const deliveries = saved.shift.deliveries
      .map((delivery) => (delivery.number === order.number ? withState(delivery, order) : delivery))
      .filter(isOpen)
    return { ...saved, shift: { ...saved.shift, deliveries } }
  })
}

/** Shows what is left of a pick-up after a check, as the server answered. */
export function showChecked(change: PickupMove, left: Pickup | null): void {
  void store.set(savedShiftAtom, (saved) => {
    if (!saved) return saved
    const { pickups, taken } = afterCheck(ownPickups(saved.shift), change)
    const others = pickups.filter(({ number }) => number !== change.number)
    return {
      ...saved,
      shift: { ...saved.shift, taken, pickups: left ? [...others, left] : others },
    }
  })
}

function withState(delivery: Delivery, order: StaffOrder): Delivery {
  const { state, status, since, promisedBy, duePaise, isPaid, attempts, failedReason } = order
  const moved = {
    ...delivery,
    ...{ state, status, since, promisedBy, duePaise, isPaid, attempts, failedReason },
  }
  return { ...moved, moves: movesFor('rider', moved) }
}

/**
 * Begins or ends the rider's shift.
 *
 * @throws ApiError with the reason why it cannot end
 */
export async function changeShift(change: 'startShift' | 'endShift'): Promise<void> {
  const session = currentSession()
  if (!session) return
  // The same change is another one once the shift has been begun or ended in between.
  const before = store.get(shiftAtom)?.onShiftSince
  const { result } = await requestIdempotently(change, {}, before)
  if (isCurrent(session)) await saveShift(session, result)
}

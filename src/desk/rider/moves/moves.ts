import { atom, getDefaultStore } from 'jotai'

import type { MoveOrder } from '#contract/staff/board.ts'
import type { Pickup } from '#contract/staff/pickups.ts'
import type { Delivery } from '#contract/staff/riders.ts'
import { isOvertaken, request } from '#desk/app/request.ts'
import { currentSession } from '#desk/app/session.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { createSender, type Outcome } from '#platform/outbox/createSender.ts'
import { append, stuckEntries, without } from '#platform/outbox/sendQueue.ts'
import { withIndexedDb } from '#platform/storage/deviceStorage.ts'
import { storedValues } from '#platform/storage/storedValues.ts'
import {
  deliveriesAtom,
  readDeliveries,
  savedShiftAtom,
  savedShiftKey,
  showChecked,
  showMoved,
} from '#desk/rider/deliveries.ts'
import {
  actionOf,
  dropMove,
  emptyMoves,
  followersOf,
  type MoveEntry,
  moveQueueAtom,
  moveQueueKey,
  ownEntriesAtom,
  photosIn,
  refusalsAtom,
  refusalsKey,
  type RiderMove,
  updateMoves,
} from './moveQueue.ts'
import { deletePhotos, deletePhotosExcept } from '#desk/rider/photos/storedPhotos.ts'
import type { DoorCheck } from '#desk/rider/pickup/doorCheck.ts'
import { uploadPhotos } from '#desk/rider/photos/uploadPhotos.ts'
import { sendCheck } from '#desk/rider/pickup/sendCheck.ts'
import { startSharing } from '#desk/rider/position/sharedPosition.ts'

/** The moves of a rider: shown at once, sent once and in their order, with or without a connection at the moment. */

/** Timeout of a request on a dead connection; it is sent again later. */
const requestTimeoutMs = 15_000

const store = getDefaultStore()
const isOffline = () => store.get(connectivityAtom).status === 'offline'

const sender = createSender<RiderMove>({
  lockName: 'desk-moves',
  update: updateMoves,
  settle: (queue, entry) => without(queue, entry),
  drop: dropMove,
  // A move names the state that it starts from: a second time the order is in another one.
  isRepeatable: () => true,
  ownerId: () => currentSession()?.person.id,
  isOffline,
  deliver,
  onRefused: () => readDeliveries(),
  locks: globalThis.navigator?.locks,
})

/** Whether a request takes longer than riders wait without being told. */
const isSlowAtom = atom(false)
const slowAfterMs = 3000

async function deliver(entry: MoveEntry): Promise<Outcome> {
  const slow = setTimeout(() => store.set(isSlowAtom, true), slowAfterMs)
  try {
    return await send(entry)
  } catch (error) {
    const outcome = outcomeOf(error)
    // Recorded before the move leaves the queue, so that a crash in between does not lose the explanation.
    if (outcome.kind === 'refused') await recordRefusal(entry, outcome.error)
    return outcome
  } finally {
    clearTimeout(slow)
    store.set(isSlowAtom, false)
  }
}

async function send({ key: idempotencyKey, change }: MoveEntry): Promise<Outcome> {
  const { number } = change
  const photos = photosIn(change)
  // A photo may take longer than a move, and is not sent again with the next attempt.
  const signal = AbortSignal.timeout(requestTimeoutMs * (1 + photos.length))
  if ('body' in change) {
    const [photoId] = await uploadPhotos({ number, ids: photos, signal })
    const body = { ...change.body, ...(photoId && { photoId }) }
    const { result } = await request('moveOrder', {
      ...{ params: { number }, body, idempotencyKey, signal },
    })
    void deletePhotos(photos)
    return { kind: 'sent', show: () => showMoved(result) }
  }
  const left = await sendCheck(change, { idempotencyKey, signal })
  void deletePhotos(photos)
  return { kind: 'sent', show: () => showChecked(change, left) }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  if (error.code === 'offline') observe({ kind: 'failed', at: Date.now() })
  if (error.code === 'signed_out') return { kind: 'signed-out' }
  if (isDefiniteFailure(error) || isOvertaken(error)) return { kind: 'refused', error }
  return { kind: 'unknown', retryAfterMs: error.retryAfterMs }
}

async function recordRefusal(entry: MoveEntry, error: unknown): Promise<void> {
  const { key, ownerId, change } = entry
  const { number, receiver, warehouse } = change
  const isGone = error instanceof ApiError && error.code === 'not_found'
  const dropped = followersOf(store.get(moveQueueAtom), entry).map((follower) =>
    actionOf(follower.change),
  )
  const refusal = {
    ...{ key, ownerId, number, receiver, warehouse, move: actionOf(change), isGone, dropped },
    reason: isGone ? null : (error instanceof ApiError && error.msg) || null,
    ...fieldIn(error),
    at: Date.now(),
  }
  await store.set(refusalsAtom, (refusals) => [
    ...refusals.filter((other) => other.key !== key),
    refusal,
  ])
}

function fieldIn(error: unknown): { field?: string } {
  const [field] = Object.keys((error instanceof ApiError && error.response?.fields) || {})
  return field ? { field } : {}
}

/** Removes the explanation of a move that was not accepted, once it was read. */
export const dismissRefusal = (key: string): void =>
  void store.set(refusalsAtom, (refusals) => refusals.filter((refusal) => refusal.key !== key))

/** Moves that wait for a connection or the server, without one that was just sent. */
export const waitingEntriesAtom = atom((get) => {
  const entries = get(ownEntriesAtom)
  const isWaiting = get(connectivityAtom).status === 'offline' || get(isSlowAtom)
  return isWaiting ? entries : stuckEntries(entries)
})

/** Stores a move and sends it as soon as possible. The deliveries show it at once. */
export async function submitMove(
  delivery: Delivery,
  move: Omit<MoveOrder, 'from'>,
  photo?: string,
): Promise<void> {
  const ownerId = currentSession()?.person.id
  const now = store.get(deliveriesAtom)?.find(({ number }) => number === delivery.number)
  // A second tap on the same button.
  if (ownerId === undefined || now?.state !== delivery.state) return
  await enqueue(ownerId, {
    ...placeOf(delivery),
    body: { ...move, from: delivery.state },
    ...(photo !== undefined && { photo }),
  })
}

/** Stores what a rider did about a pick-up, and sends it as soon as possible. The list shows it at once. */
export async function submitCheck(pickup: Pickup, check: DoorCheck): Promise<void> {
  const ownerId = currentSession()?.person.id
  if (ownerId === undefined) return
  await enqueue(ownerId, { ...placeOf(pickup), pickup: check })
}

const placeOf = ({
  number,
  receiver,
  warehouse,
}: Pick<Pickup, 'number' | 'receiver' | 'warehouse'>) => ({
  ...{ number, receiver: receiver.name, warehouse: warehouse.name },
})

async function enqueue(ownerId: string, change: RiderMove): Promise<void> {
  const key = crypto.randomUUID()
  await updateMoves((queue) => append(queue, { key, ownerId, change, now: Date.now() }))
  void sender.run('short')
}

/** Sends everything now, without pauses. Returns how many moves still wait after it, at the latest after the limit. */
export async function sendWaitingMoves(limitMs = requestTimeoutMs): Promise<number> {
  await updateMoves((queue) => queue)
  if (store.get(ownEntriesAtom).length > 0) {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMs))
    await Promise.race([sender.run('skip'), limit])
  }
  return store.get(ownEntriesAtom).length
}

let isStarted = false

/** Sends moves of an earlier visit, and from then on whatever is stored, whenever there is a chance. */
export function startMoves(): void {
  if (isStarted) return
  isStarted = true
  void deleteUnusedPhotos()
  startSharing()
  let wasOffline = isOffline()
  store.sub(connectivityAtom, () => {
    if (wasOffline && !isOffline()) void sender.run('short')
    wasOffline = isOffline()
  })
  let newest: string | undefined
  const sendNew = () => {
    const key = store.get(ownEntriesAtom).at(-1)?.key
    if (key !== undefined && key !== newest) void sender.run('short')
    newest = key
  }
  store.sub(ownEntriesAtom, sendNew)
  sendNew()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sender.run('short')
  })
}

/** Photos of a page that was closed before they were used. */
async function deleteUnusedPhotos(): Promise<void> {
  const { entries } = await updateMoves((queue) => queue)
  const used = entries.flatMap(({ change }) => photosIn(change))
  await deletePhotosExcept(new Set(used))
}

/** Deletes what the phone has of the deliveries and moves, at a log out. */
export async function forgetDeliveries(): Promise<void> {
  sender.stop()
  await Promise.all([
    updateMoves(emptyMoves),
    store.set(refusalsAtom, () => []),
    store.set(savedShiftAtom, () => null),
    deletePhotosExcept(new Set()),
  ])
  const keys = [moveQueueKey, refusalsKey, savedShiftKey]
  await withIndexedDb(async () => (await storedValues()).delMany(keys)).catch(ignoreDenied)
}

/** Where storage is denied, nothing was stored. */
function ignoreDenied(error: unknown) {
  if (!(error instanceof DOMException)) throw error
}

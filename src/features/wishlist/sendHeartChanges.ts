import { getDefaultStore } from 'jotai'

import { ApiError } from '#platform/apiError.ts'
import { untilForgotten } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import { tellFailure } from '#platform/tell.ts'
import { heartChangesAtom, withChanges } from './heartChanges.ts'
import type { HeartChange } from './keptChanges.ts'
import { addToWishlist, removeFromWishlist } from './wishlistApi.ts'
import { wishlistAtom } from './wishlistAtom.ts'
import { inTurn } from './wishlistTurns.ts'

const couldNotAdd = tellFailure('Product could not be added to wishlist!')
const couldNotRemove = tellFailure('Product could not be removed from wishlist!')

/** On a line that is up but dead one hangs for so long, and is sent again later. */
const patienceMs = 15_000

const store = getDefaultStore()
let sending: Promise<void> | undefined

/** Sends what waits, in order, one at a time; what has no answer waits on. */
export function sendHeartChanges(): Promise<void> {
  sending ??= sendAll().finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<void> {
  const [change] = store.get(heartChangesAtom)
  if (!change || !(await isAnswered(change))) return
  await store.set(heartChangesAtom, (changes) => changes.filter(({ key }) => key !== change.key))
  await sendAll()
}

async function isAnswered(change: HeartChange): Promise<boolean> {
  const userId = store.get(userIdAtom)
  if (!userId) return false
  const send = change.isKept ? addToWishlist : removeFromWishlist
  const isTheirs = untilForgotten()
  const once = { idempotencyKey: change.key, signal: AbortSignal.timeout(patienceMs) }
  try {
    await inTurn(() => send({ userId, productId: change.product._id }, once))
    return true
  } catch (error) {
    const isRefused =
      error instanceof ApiError && error.code !== 'offline' && error.code !== 'signed_out'
    if (isRefused && isTheirs()) await takeBack(change)
    return isRefused
  }
}

/** As it was, unless it was tapped again since. */
async function takeBack(refused: HeartChange): Promise<void> {
  const later = store.get(heartChangesAtom).filter(({ key }) => key !== refused.key)
  const undone = { ...refused, isKept: !refused.isKept }
  void store.set(wishlistAtom, (shown) => withChanges(shown, [undone, ...later]))
  await (refused.isKept ? couldNotAdd : couldNotRemove)()
}

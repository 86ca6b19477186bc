import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import useSWR from 'swr'

import { userIdAtom } from '#platform/session.ts'
import { heartChangesAtom, withChanges } from './heartChanges.ts'
import { useHeartChanges } from './useHeartChanges.ts'
import { readWishlistIds } from './wishlistApi.ts'
import { wishlistAtom } from './wishlistAtom.ts'
import { beginRead } from './wishlistTurns.ts'

const wishlistIdsKey = (userId: string | undefined) =>
  userId ? (['wishlistIds', userId] as const) : null

/** Fills the hearts of who is signed in, on whichever page. */
export function useWishlistIds(): void {
  const userId = useAtomValue(userIdAtom)
  const setWishlist = useSetAtom(wishlistAtom)
  useHeartChanges()
  useSWR(wishlistIdsKey(userId), async () => {
    const mayStand = beginRead()
    const ids = await readWishlistIds()
    if (!mayStand()) return
    const isKept = new Set(ids)
    const waiting = getDefaultStore().get(heartChangesAtom)
    void setWishlist(({ lines }) => {
      const still = lines.filter(({ productId }) => isKept.has(productId._id))
      return withChanges({ ids, lines: still }, waiting)
    })
  })
}

import { useAtomValue, useSetAtom } from 'jotai'
import useSWR from 'swr'

import { readUntilSettled } from '#platform/outbox/waiting.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { readWishlistIds } from './wishlistApi.ts'
import { wishlistAtom } from './wishlistAtom.ts'

const wishlistIdsKey = (userId: string | undefined) =>
  userId ? (['wishlistIds', userId] as const) : null

/** Fills the hearts of who is signed in, on whichever page. */
export function useWishlistIds(): void {
  const userId = useAtomValue(userIdAtom)
  const setWishlist = useSetAtom(wishlistAtom)
  useSWR(wishlistIdsKey(userId), async () => {
    const ids = await readUntilSettled(readWishlistIds)
    if (!ids) return
    const isSaved = new Set(ids)
    void setWishlist(({ lines }) => ({
      ids,
      lines: lines.filter(({ productId }) => isSaved.has(productId._id)),
    }))
  })
}

import { getDefaultStore, useAtom, useAtomValue } from 'jotai'
import useSWR from 'swr'

import { userIdAtom } from '#platform/session.ts'
import { heartChangesAtom, withChanges } from './heartChanges.ts'
import { moveToCart, readWishlist } from './wishlistApi.ts'
import { isWishlistReadAtom, wishlistAtom } from './wishlistAtom.ts'
import { withoutProduct } from './wishlistLines.ts'
import { beginRead, inTurn } from './wishlistTurns.ts'

const wishlistKey = (userId: string | undefined) =>
  userId ? (['wishlist', userId] as const) : null

/** What is kept for later: what this device knows at once, then what the server says. */
export function useWishlist() {
  const userId = useAtomValue(userIdAtom)
  const [{ lines }, setWishlist] = useAtom(wishlistAtom)
  const isRead = useAtomValue(isWishlistReadAtom)
  const { error, isLoading } = useSWR<void, Error, ReturnType<typeof wishlistKey>>(
    wishlistKey(userId),
    async () => {
      const mayStand = beginRead()
      const products = await readWishlist()
      if (!mayStand()) return
      const ids = products.map(({ productId }) => productId._id)
      const waiting = getDefaultStore().get(heartChangesAtom)
      void setWishlist(() => withChanges({ ids, lines: products }, waiting))
    },
  )

  return {
    lines,
    isLoading: (isLoading || !isRead) && lines.length === 0,
    /** Why there is nothing to show, where the first read has failed. */
    problem: isRead && lines.length === 0 ? error : undefined,
    moveToCart: async (productId: string, size: string): Promise<void> => {
      if (!userId) return
      await inTurn(() => moveToCart({ userId, productId, size }))
      void setWishlist((before) => withoutProduct(before, productId))
    },
  }
}

import { useAtomValue, useSetAtom } from 'jotai'

import type { CartLine } from '#contract/cart.ts'
import { MoveToWishlistDialog, RemoveDialog } from '#features/cart/LeavingDialogs.tsx'
import type { useCart } from '#features/cart/cart.ts'
import { wishlistAtom, withProduct } from '#features/wishlist/wishlistAtom.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastWaiting } from '#platform/outbox/waiting.ts'
import { toastSuccess, toastFailure, toastInfo } from '#platform/toasts.ts'

const couldNotRemove = toastFailure('Could not remove product from cart!')
const couldNotMove = toastFailure('Could not move product to wishlist!')

/** A line about to be removed or moved. */
export type Leave = { line: CartLine; to: 'nowhere' | 'wishlist' }

type Props = { cart: ReturnType<typeof useCart>; leave: Leave; onClose: () => void }

/** Asks for confirmation, then changes the bag. Only customers have a wishlist. */
export function LeavingDialog({ cart, leave: { line, to }, onClose }: Props) {
  const userId = useAtomValue(userIdAtom)
  const show = useSetAtom(wishlistAtom)

  async function move() {
    onClose()
    if (!userId) {
      openLogin()
      return toastInfo('Please login to add to wishlist')
    }
    await cart.moveToWishlist(line).then((submission) => {
      if (submission === 'waiting') return toastWaiting()
      void show((before) => withProduct(before, line.productId))
      return toastSuccess('Moved to wishlist')
    }, couldNotMove)
  }
  if (to === 'wishlist') {
    return <MoveToWishlistDialog line={line} onMove={() => void move()} onClose={onClose} />
  }
  return (
    <RemoveDialog
      line={line}
      onMove={() => void move()}
      onRemove={() => {
        onClose()
        void cart.remove(line).catch(couldNotRemove)
      }}
      onClose={onClose}
    />
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, useState } from 'react'

import type { CartLine } from '#contract/cart/cart.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { useCart } from '#features/cart/cart.ts'
import {
  CartLineCard,
  MoveToWishlistDialog,
  RemoveDialog,
} from '#features/cart/line/CartLineCard.tsx'
import { moveToWishlist, removeLine, updateLine } from '#features/cart/cartChanges.ts'
import {
  exceedsStock,
  tryAndBuyProblem,
  useAreDeliveryOptionsLoading,
} from '#features/cart/cartSummary.ts'
import { SleepingBanner } from '#features/cart/delivery/DeliveryOptionPicker.tsx'
import { PriceAgeNote } from '#features/offline/ReadAgeNote.tsx'
import { wishlistAtom, withProduct } from '#features/wishlist/wishlistAtom.ts'
import { toastPendingChange } from '#platform/outbox/pendingChanges.ts'
import { useHasBeenTrue, useIsReady } from '#platform/rendering/delayedState.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastFailure, toastInfo, toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { TwoColumns } from '#ui/layout/Columns.tsx'
import { CartSide } from './CartSide.tsx'
import { useDeliveryAddress } from './DeliveryAddress.tsx'

const couldNotUpdate = toastServerMessageOr('Could not update size!')

export default function CartPage() {
  const cart = useCart()
  const address = useDeliveryAddress(cart.addressId)
  // A bag that was read and then emptied offline is shown as empty.
  const hasShown = useHasBeenTrue(cart.lines.length > 0 || !(cart.isLoading || cart.problem))
  if (cart.problem && !hasShown) throw cart.problem
  if (cart.isLoading) return <EmptyState title="Loading..." isLoading />
  return (
    <>
      <SleepingBanner />
      <CartContent cart={cart} address={address} />
    </>
  )
}

type Props = ComponentProps<typeof CartSide>

function CartContent({ cart, address }: Props) {
  const { lines } = cart
  const [removal, setRemoval] = useState<LineRemoval | null>(null)

  if (lines.length === 0) {
    return (
      <EmptyState title="You have no items in cart" art="/images/empty-bag.svg">
        <ButtonLink to={paths.home}>Continue Shopping</ButtonLink>
        <ButtonLink to={paths.wishlist} variant="outline">
          Go to Wishlist
        </ButtonLink>
      </EmptyState>
    )
  }

  const isTrial = lines[0]?.purchaseType === 'Try and Buy'
  const problem = isTrial ? tryAndBuyProblem(lines) : undefined
  return (
    <TwoColumns title={`Items (${lines.length})`} side={<Side cart={cart} address={address} />}>
      <PriceAgeNote savedAt={cart.savedAt} />
      {lines.some(exceedsStock) && <Note tone="danger">Some products are out of stock</Note>}
      {problem && (
        <Note tone="danger" icon="hanger">
          {problem}
        </Note>
      )}
      <ul>
        {lines.map((line) => (
          <CartLineCard
            key={line._id}
            line={line}
            onChange={(to) => void updateLine(line, to).catch(couldNotUpdate)}
            onRemove={() => setRemoval({ line, to: 'nowhere' })}
            onMove={() => setRemoval({ line, to: 'wishlist' })}
          />
        ))}
      </ul>
      {removal && <RemovalDialog removal={removal} onClose={() => setRemoval(null)} />}
    </TwoColumns>
  )
}

/** Rendered together, because late addresses or terms would move what is below. */
function Side({ cart, address }: Props) {
  const areOptionsLoading = useAreDeliveryOptionsLoading()
  const isComplete = useIsReady(address.isKnown && !areOptionsLoading, rules.request.softLimitMs)
  if (isComplete) return <CartSide cart={cart} address={address} />
  return sideSkeletons.map((key) => <Skeleton key={key} shape="block" />)
}

/** Skeletons of delivery options, coupon, summary, address, receiver and button. */
const sideSkeletons = [1, 2, 3, 4, 5, 6]

const couldNotRemove = () => toastFailure('Could not remove product from cart!')
const couldNotMove = () => toastFailure('Could not move product to wishlist!')

/** A line about to be removed, or moved to the wishlist. */
type LineRemoval = { line: CartLine; to: 'nowhere' | 'wishlist' }

type RemovalDialogProps = {
  removal: LineRemoval
  onClose: () => void
}

/** Asks for confirmation, then changes the bag. Only customers have a wishlist. */
function RemovalDialog({ removal: { line, to }, onClose }: RemovalDialogProps) {
  const userId = useAtomValue(userIdAtom)
  const show = useSetAtom(wishlistAtom)

  async function move() {
    onClose()
    if (!userId) {
      openLogin('wishlist')
      return toastInfo('Please login to add to wishlist')
    }
    await moveToWishlist(line).then((submission) => {
      if (submission === 'pending') return toastPendingChange()
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
        void removeLine(line).catch(couldNotRemove)
      }}
      onClose={onClose}
    />
  )
}

import { useState } from 'react'

import { hasStock } from '#contract/catalogue/stock.ts'
import { paths } from '#contract/pages/paths.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { useCart } from '#features/cart/cart.ts'
import {
  CardSkeletons,
  ProductGrid,
  ProductCard,
} from '#features/catalogue/products/ProductGrid.tsx'
import { itemsText } from '#features/catalogue/listing/listTitle.ts'
import { PriceAgeNote } from '#features/offline/ReadAgeNote.tsx'
import { HeartButton } from '#features/wishlist/HeartButton.tsx'
import { MoveToCartDialog, WishlistLayout, useWishlist } from '#features/wishlist/WishlistView.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import { useIsPending } from '#platform/outbox/pendingChanges.ts'
import { toastFailure, toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { useHasBeenTrue } from '#platform/rendering/delayedState.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { PendingBadge } from '#ui/feedback/Note.tsx'
import { useIsWide } from '#platform/rendering/pageWidth.tsx'
import { Ideas } from '#pages/catalogue/Ideas.tsx'

const showRefused = toastServerMessageOr('Product could not be added to cart!')
const showUnreached = () =>
  toastFailure(
    'We couldn’t move this item to your bag. Please check your connection and try again.',
  )

/** Moving an item cannot wait in the outbox: only the store knows which sizes are in stock. */
const couldNotMove = (error: unknown) =>
  error instanceof ApiError && error.code === 'offline' && !error.msg
    ? showUnreached()
    : showRefused(error)

export default function WishlistPage() {
  const { lines, isLoading, problem, savedAt, moveToCart } = useWishlist()
  const { refresh } = useCart()
  const isWide = useIsWide()
  const [choosing, setChoosing] = useState<Product | null>(null)
  const [movingId, setMovingId] = useState<string | null>(null)
  // A wishlist that was read and then emptied offline is shown as empty.
  const hasShown = useHasBeenTrue(lines.length > 0 || !(isLoading || problem))
  if (problem && !hasShown) throw problem

  async function move({ _id }: Product, size: string) {
    setMovingId(_id)
    await moveToCart(_id, size).then(
      () => {
        setChoosing(null)
        return Promise.all([refresh(), toastSuccess('Added to bag')])
      },
      // The dialog stays open: the shopper can retry or choose another size.
      couldNotMove,
    )
    setMovingId(null)
  }

  if (isLoading) {
    return (
      <WishlistLayout>
        <ProductGrid isBusy>
          <CardSkeletons count={isWide ? 4 : 2} />
        </ProductGrid>
      </WishlistLayout>
    )
  }
  if (lines.length === 0) {
    return (
      <>
        <EmptyState title="You have no items in wishlist" art="/images/empty-wishlist.svg">
          <ButtonLink to={paths.home}>Continue Shopping</ButtonLink>
        </EmptyState>
        <Ideas />
      </>
    )
  }
  return (
    <WishlistLayout countText={itemsText(lines.length)}>
      <PriceAgeNote savedAt={savedAt} />
      <h2>
        <VisuallyHidden>Products</VisuallyHidden>
      </h2>
      <ProductGrid>
        {lines.map(({ productId: product }, index) => (
          <li key={product._id}>
            <ProductCard
              product={product}
              isFirst={index === 0}
              corner={<HeartButton product={product} isOnImage />}
              extra={
                <>
                  <PendingMark product={product} />
                  {hasStock(product) && (
                    <Button
                      variant="outline"
                      size="s"
                      isWide
                      isBusy={movingId === product._id}
                      busyText="Moving to cart..."
                      onClick={() => setChoosing(product)}
                    >
                      Move to cart
                    </Button>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ProductGrid>
      {choosing && (
        <MoveToCartDialog
          product={choosing}
          isMoving={movingId === choosing._id}
          onMove={(size) => void move(choosing, size)}
          onClose={() => setChoosing(null)}
        />
      )}
    </WishlistLayout>
  )
}

/** For a product whose addition is not sent yet. */
function PendingMark({ product }: { product: Product }) {
  const isPending = useIsPending(
    (change) =>
      (change.type === 'wishlist.add' || change.type === 'cart.moveToWishlist') &&
      change.product._id === product._id,
  )
  return (
    isPending && (
      <p>
        <PendingBadge />
      </p>
    )
  )
}

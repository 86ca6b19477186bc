import { useState } from 'react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import useSWR from 'swr'

import type { Product } from '#contract/catalogue/product.ts'
import { sendAfterFlush } from '#features/outbox/outbox.ts'
import { readUntilSettled } from '#platform/outbox/pendingChanges.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { Button } from '#ui/forms/Button.tsx'
import { SizePicker } from '#ui/forms/SelectionControls.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Price } from '#ui/text/Price.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './WishlistView.module.css'
import { moveToCart, readWishlist } from './wishlistApi.ts'
import {
  isWishlistReadAtom,
  wishlistResponseAtom,
  wishlistAtom,
  wishlistReadAtAtom,
  withoutProduct,
} from './wishlistAtom.ts'

type WishlistLayoutProps = {
  /** Number of items, once known. */
  countText?: string | undefined
  children: Elements
}

export function WishlistLayout({ countText, children }: WishlistLayoutProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <h1 className={styles.title}>Wishlist</h1>
        <p className={styles.count} role="status">
          {countText}
        </p>
      </header>
      {children}
    </div>
  )
}

type MoveToCartDialogProps = {
  product: Product
  isMoving: boolean
  onMove: (size: string) => void
  onClose: () => void
}

/** Asks for the size before an item is moved to the bag. */
export function MoveToCartDialog({ product, isMoving, onMove, onClose }: MoveToCartDialogProps) {
  const { mrp, discountedPrice, discountPercentage } = product
  const [size, setSize] = useState<string>()
  return (
    <Dialog
      title="Select Size"
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          isWide
          disabled={!size}
          isBusy={isMoving}
          busyText="Adding to Cart..."
          onClick={() => size && onMove(size)}
        >
          Add to Cart
        </Button>
      }
    >
      <SmallProduct product={product}>
        <Price price={discountedPrice} mrp={mrp} percentOff={discountPercentage} />
      </SmallProduct>
      <SizePicker
        legend="Size"
        isLegendHidden
        sizes={product.size}
        stock={product.stock}
        value={size}
        onChange={setSize}
      />
    </Dialog>
  )
}

const wishlistKey = (userId: string | undefined) =>
  userId ? (['wishlist', userId] as const) : null

/** A slow connection brings the response within about 4 s; later the connection is dead. */
const moveTimeoutMs = 6000

/** Reads the wishlist: this device's copy at once, then the server's. */
export function useWishlist() {
  const userId = useAtomValue(userIdAtom)
  const [{ lines }, setWishlist] = useAtom(wishlistAtom)
  const isRead = useAtomValue(isWishlistReadAtom)
  const readAt = useAtomValue(wishlistReadAtAtom)
  const saveWishlist = useSetAtom(wishlistResponseAtom)
  const { error, isLoading } = useSWR<boolean, Error, ReturnType<typeof wishlistKey>>(
    wishlistKey(userId),
    async () => {
      const products = await readUntilSettled(readWishlist)
      if (!products) return true
      const ids = products.map(({ productId }) => productId._id)
      void saveWishlist({ ids, lines: products })
      // Known from now on: later reads of an empty wishlist do not count as loading.
      return true
    },
  )

  return {
    lines,
    isLoading: (isLoading || !isRead) && lines.length === 0,
    /** The error of the first read. A wishlist that was emptied counts as empty. */
    problem: isRead && lines.length === 0 && readAt === undefined ? error : undefined,
    /** When the shown wishlist was read, in ms since 1970, while the server cannot be reached. */
    savedAt: error ? readAt : undefined,
    moveToCart: async (productId: string, size: string): Promise<void> => {
      if (!userId) return
      const signal = AbortSignal.timeout(moveTimeoutMs)
      await sendAfterFlush(() => moveToCart({ userId, productId, size }, signal), signal)
      void setWishlist((before) => withoutProduct(before, productId))
    },
  }
}

import { type ReactNode, useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { Button } from '#ui/forms/Button.tsx'
import { SizePicker } from '#ui/forms/Choices.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Price } from '#ui/text/Price.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import styles from './WishlistView.module.css'

type WishlistLayoutProps = {
  /** Number of items, once known. */
  countText?: string | undefined
  children: ReactNode
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
          variant="go"
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

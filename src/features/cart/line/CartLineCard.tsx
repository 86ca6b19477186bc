import { Link } from 'react-router-dom'

import { type CartLine, type LineChange, purchaseTypeNames } from '#contract/cart/cart.ts'
import { maxQuantityOf } from '#contract/cart/cartLines.ts'
import { hasStock, sizeText, trialSizesOf, lowerSizeText } from '#contract/catalogue/stock.ts'
import type { Rupees } from '#contract/values/money.ts'
import { productPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { useIsPending } from '#platform/outbox/pendingChanges.ts'
import { Badge, PendingBadge } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { SizePicker } from '#ui/forms/SelectionControls.tsx'
import { Select } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { moneyText, Price } from '#ui/text/Price.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import styles from './CartLineCard.module.css'

type Props = {
  line: CartLine
  onChange: (to: LineChange) => void
  onRemove: () => void
  onMove: () => void
}

export function CartLineCard({ line, onChange, onRemove, onMove }: Props) {
  const { _id, name, brand, photos, tint, mrp, discountedPrice, discountPercentage } =
    line.productId
  const { size: sizes, stock } = line.productId
  const left = stock[line.size] ?? 0
  const isPending = useIsPending((change) => changesLine(change, line))
  const isTried = line.purchaseType === 'Try and Buy' && left > 0
  const trialSizes = isTried ? trialSizesOf(line.productId, line.size) : []

  return (
    <li className={styles.card}>
      <Link to={productPath(_id)} className={styles.photo} tabIndex={-1} aria-hidden="true">
        <ProductImage src={photos[0]} tint={tint} />
        {left === 0 && (
          <span className={styles.soldOut}>
            <span>Sold Out</span>
          </span>
        )}
      </Link>
      <div className={styles.facts}>
        <h2 className={styles.head}>
          <Link to={productPath(_id)}>
            <b>{brand.name}</b> <span className={styles.name}>{name}</span>
          </Link>
        </h2>
        <div className={styles.price}>
          <Price price={discountedPrice} mrp={mrp} percentOff={discountPercentage} />
        </div>
        {line.quantity > 1 && <LineTotal price={discountedPrice} quantity={line.quantity} />}
        <p>
          <Badge>{purchaseTypeNames[line.purchaseType]}</Badge>
        </p>
        <div className={styles.options}>
          <Select
            label={`Size of ${name}`}
            isLabelHidden
            value={line.size}
            options={sizes.map((size) => ({
              value: size,
              text: `Size: ${size}`,
              isDisabled: !stock[size],
            }))}
            onChoose={(size) => onChange({ size })}
          />
          {left > 0 && (
            <Select
              label={`Quantity of ${name}`}
              isLabelHidden
              value={String(line.quantity)}
              options={quantitiesOf(line).map((count) => ({
                value: String(count),
                text: `Qty: ${count}`,
                isDisabled: count > left,
              }))}
              onChoose={(count) => onChange({ quantity: Number(count) })}
            />
          )}
        </div>
        {trialSizes.length > 0 && (
          <SizePicker
            legend="Also try"
            sizes={trialSizes}
            stock={stock}
            value={line.trialSize ?? undefined}
            onChange={(trialSize) => onChange({ trialSize })}
          />
        )}
        {left < line.quantity && (
          <p className={styles.problem}>
            <Icon name="alert" size="s" />
            <span>{problemOf(line)}</span>
          </p>
        )}
        {isPending && (
          <p>
            <PendingBadge />
          </p>
        )}
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={onMove}>
            Move to wishlist
          </button>
          <button type="button" className={styles.action} onClick={onRemove}>
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}

/** The price of all items of a line; the price above it is for one. */
function LineTotal({ price, quantity }: { price: Rupees; quantity: number }) {
  return (
    <p className={styles.total}>
      <span>{`${quantity} items: `}</span>
      <b>{moneyText(price * quantity)}</b>
    </p>
  )
}

function changesLine(change: Change, { _id, productId, size }: CartLine): boolean {
  if (change.type === 'cart.setDelivery') return true
  if (change.type === 'cart.add')
    return change.product._id === productId._id && change.size === size
  return 'lineId' in change && change.lineId === _id
}

/** Every quantity that the bag may have, and the current one. */
function quantitiesOf({ productId, size, quantity }: CartLine): number[] {
  const max = Math.max(quantity, maxQuantityOf(productId, size))
  return Array.from({ length: Math.min(max, rules.cart.maxQuantity) }, (_, index) => index + 1)
}

/** Why a line cannot be ordered, and what to do. */
function problemOf({ size, productId }: CartLine): string {
  if (!hasStock(productId)) return 'All sizes are sold out.'
  const left = productId.stock[size] ?? 0
  return left === 0
    ? `${sizeText(size)} is sold out. Choose another size.`
    : `Only ${left} left in ${lowerSizeText(size)}. Please reduce the quantity.`
}

type RemoveDialogProps = {
  line: CartLine
  onRemove: () => void
  /** Moves the item to the wishlist instead. */
  onMove: () => void
  onClose: () => void
}

/** Asks for confirmation before a line is removed. */
export function RemoveDialog({ line, onRemove, onMove, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      title="Remove from bag?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={onMove}>
            Move to wishlist
          </Button>
          <Button isWide onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <SmallProduct
        product={line.productId}
        details={`${sizeText(line.size)} · Qty ${line.quantity}`}
      />
    </Dialog>
  )
}

type MoveToWishlistDialogProps = { line: CartLine; onMove: () => void; onClose: () => void }

/** Asks for confirmation before a line is moved to the wishlist. */
export function MoveToWishlistDialog({ line, onMove, onClose }: MoveToWishlistDialogProps) {
  return (
    <Dialog
      title="Move to wishlist?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={onClose}>
            Keep in bag
          </Button>
          <Button isWide onClick={onMove}>
            Move
          </Button>
        </>
      }
    >
      <SmallProduct
        product={line.productId}
        details={`${sizeText(line.size)} · Qty ${line.quantity}`}
      />
    </Dialog>
  )
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import type { Product, ProductDetails } from '#contract/catalogue/product.ts'
import { hasStock, sizeText } from '#contract/catalogue/stock.ts'
import { brandPath, paths, productPath } from '#contract/pages/paths.ts'
import { toastBriefly, toastFailure } from '#platform/toasts.ts'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { IconButton, TextButton, Button, ButtonLink } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { numberText } from '#ui/text/numbers.tsx'
import { Price, Money } from '#ui/text/Price.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './ProductLayout.module.css'

type ProductLayoutProps = { gallery: Elements; children: Elements }

/** The photos, and everything beside them. */
export function ProductLayout({ gallery, children }: ProductLayoutProps) {
  return (
    <div className={styles.layout}>
      {gallery}
      <div className={styles.details}>{children}</div>
    </div>
  )
}

/** The placeholder of a product that loads. */
export function ProductSkeleton() {
  return (
    <ProductLayout gallery={<Skeleton shape="image" />}>
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </ProductLayout>
  )
}

type ProductHeadProps = {
  product: Product & Pick<ProductDetails, 'reviews'>
  /** A slot beside the name: share button and heart. */
  actions: Elements
}

/** The id of the reviews, to which the rating links. */
export const reviewsId = 'reviews'

/** Brand, name, rating and price. */
export function ProductHead({ product, actions }: ProductHeadProps) {
  const { brand, name, mrp, discount, discountedPrice, discountPercentage, reviews } = product
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.brand}>
          <Link to={brandPath(brand._id)}>{brand.name}</Link>
        </p>
        <h1 className={styles.name}>{name}</h1>
        {reviews && (
          <a className={styles.rating} href={`#${reviewsId}`}>
            <Icon name="star-filled" size="s" />
            <b>{reviews.average.toFixed(1)}</b>
            <span>{reviews.count === 1 ? '1 review' : `${numberText(reviews.count)} reviews`}</span>
          </a>
        )}
      </div>
      <div className={styles.actions}>{actions}</div>
      <div className={styles.price}>
        <Price price={discountedPrice} mrp={mrp} percentOff={discountPercentage} size="l" />
        <p className={styles.taxes}>(inclusive of all taxes)</p>
        {discount > 0 && (
          <p className={styles.saving}>
            You save <Money rupees={discount} />
          </p>
        )}
      </div>
    </header>
  )
}

/** Opens the share sheet; copies the link where there is none. */
export function ShareButton({ product }: { product: Product }) {
  return <IconButton icon="share" label="Share" onClick={() => void share(product)} />
}

async function share({ _id, name, brand }: Product): Promise<void> {
  const url = new URL(productPath(_id), location.origin).href
  try {
    if (navigator.share) return await navigator.share({ title: `${brand.name} ${name}`, url })
    await navigator.clipboard.writeText(url)
    await toastBriefly('Link copied')
  } catch (error) {
    // Cancelling is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await toastFailure('We couldn’t share the link. You can copy it from the address bar.')
  }
}

type DeliveryNoteProps = {
  /** When it arrives, or that nothing is delivered there. */
  promise: Elements
  isServiceable: boolean
  /** Why there is no delivery for now. */
  closedText?: string | undefined
  addressText: string | undefined
  onChange: () => void
  /** A slot below, for a check of other places. */
  children?: Elements
}

/** The delivery time and place. */
export function DeliveryNote(props: DeliveryNoteProps) {
  const { promise, isServiceable, closedText, addressText, onChange, children } = props
  return (
    <div className={styles.note} data-unserviceable={!isServiceable || undefined}>
      <div className={styles.deliveryText} data-uncovered>
        {promise}
        <span className={styles.place}>
          {isServiceable
            ? addressText && `to ${addressText}`
            : (closedText ?? 'Choose another address')}
        </span>
      </div>
      <TextButton onClick={onChange}>{addressText ? 'Change' : 'Choose address'}</TextButton>
      {children}
    </div>
  )
}

/** Says that the place of the shopper decides what is in stock. */
export function SoldOutHere({ city, onChange }: { city: string; onChange: () => void }) {
  return (
    <div className={styles.note} data-unserviceable>
      <p>{`Sold out in ${city}`}</p>
      <TextButton onClick={onChange}>Change</TextButton>
    </div>
  )
}

/** Where the product is not in stock, until a location is chosen. */
export function UnavailableNote({ cities }: { cities: string }) {
  return <p className={styles.unavailable}>{`Not available in ${cities}`}</p>
}

type BuyBarProps = { product: Product; size: string | undefined; children: Elements }

/** Price, size and the main action, at the bottom of a phone's screen. */
export function BuyBar({ product, size, children }: BuyBarProps) {
  return (
    <div className={styles.bar} data-buy-bar>
      {hasStock(product) && (
        <p className={styles.barPrice}>
          <b>
            <Money rupees={product.discountedPrice} />
          </b>
          <span>{size ? sizeText(size) : 'Select Size'}</span>
        </p>
      )}
      <div className={styles.action}>{children}</div>
    </div>
  )
}

/** In the place of the button that added the item; it takes over its focus. */
export function GoToCart() {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <ButtonLink ref={link} variant="primary" isWide to={paths.cart}>
      <Icon name="bag" size="s" />
      <span>Go to bag</span>
    </ButtonLink>
  )
}

type BuyButtonProps = { isBusy: boolean; onBuy: () => void }

export function BuyButton({ isBusy, onBuy }: BuyButtonProps) {
  return (
    <Button variant="primary" isWide isBusy={isBusy} busyText="Adding to bag..." onClick={onBuy}>
      <Icon name="bag" size="s" />
      <span>Add to bag</span>
    </Button>
  )
}

/** The main action, on pages wide enough to show it beside the sizes. */
export function BuyRow({ children }: { children: Elements }) {
  return <div className={styles.row}>{children}</div>
}

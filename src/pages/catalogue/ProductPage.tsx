import { useSetAtom } from 'jotai'
import { memo } from 'react'
import useSWR from 'swr'

import { hasStock } from '#contract/catalogue/stock.ts'
import type { Rupees } from '#contract/values/money.ts'
import type { Product as ListedProduct, ProductDetails } from '#contract/catalogue/product.ts'
import { pairingsRead, productRead } from '#contract/api/reads.ts'
import { placeholderDetails } from '#contract/catalogue/placeholderDetails.ts'
import { ProductGrid, ProductItems } from '#features/catalogue/products/ProductGrid.tsx'
import { ArrivalTime } from '#features/location/ArrivalTime.tsx'
import { DeliveryBanner } from '#features/location/DeliveryBanner.tsx'
import { locationDialogAtom, useDelivery } from '#features/location/locationAtom.ts'
import { PinCodeCheck } from '#features/location/PinCodeCheck.tsx'
import { NotifyButton } from '#features/notifications/NotifyButton.tsx'
import { ReadAgeNote } from '#features/offline/ReadAgeNote.tsx'
import {
  BuyBar,
  BuyRow,
  DeliveryNote,
  ProductHead,
  ProductLayout,
  SoldOutHere,
  UnavailableNote,
  ProductSkeleton,
  reviewsId,
  ShareButton,
} from '#features/product/ProductLayout.tsx'
import { ProductHighlights, ProductFacts } from '#features/product/ProductFacts.tsx'
import { ProductGallery } from '#features/product/gallery/ProductGallery.tsx'
import {
  sizeHintText,
  SizeSection,
  useSizeSelection,
} from '#features/product/sizes/SizeSection.tsx'
import { StyleColours } from '#features/product/StyleColours.tsx'
import { TrialSizes, useTrialSize } from '#features/product/sizes/TrialSizes.tsx'
import { useRecentlyViewed, useRememberViewed } from '#features/product/recentlyViewed.ts'
import { HeartButton, renderCardHeart } from '#features/wishlist/HeartButton.tsx'
import { cachedProduct, fetchRead, useRequiredRead } from '#platform/api/reads/reads.ts'
import { HydrateOnDemand } from '#platform/rendering/HydrateOnDemand.tsx'
import { useIsClient } from '#platform/rendering/hydration.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { useIsIdle } from '#platform/rendering/idle.ts'
import { interactions, useShouldLoad } from '#platform/rendering/nearViewport.ts'
import { usePathParam } from '#platform/usePathParam.ts'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { AddToCart } from './AddToCart.tsx'
import ViewedProducts from './ViewedProducts.tsx'

const loadReviews = () => import('#features/reviews/ReviewSection.tsx')

const loadRails = () => import('./HomeRails.tsx')

const loadOffers = () => import('#features/coupons/ProductOffers.tsx')

export default function ProductPage() {
  const id = usePathParam('id')
  const product = useProduct(id)
  const pairings = usePairings(id)
  useRememberViewed(product)

  // The rows below are rendered only with the product, whose content would move them.
  if (!product) return <ProductSkeleton />
  return (
    <>
      <Product key={id} product={product} />
      <Reviews id={id} />
      {pairings.length > 0 && (
        <Section title="Pair it with">
          <ProductGrid isShort>
            <ProductItems products={pairings} corner={renderCardHeart} />
          </ProductGrid>
        </Section>
      )}
      <MoreProducts product={product} />
    </>
  )
}

/**
 * One product; until it is read, the data that a card has shown, so that a tap opens it at once.
 * Undefined without either. A missing product throws to the error screen.
 */
function useProduct(id: string) {
  const product = useRequiredRead(productRead(id))?.result
  const cached = cachedProduct(id)
  return product ?? (cached && { ...cached, ...placeholderDetails })
}

/** Products to pair with it; empty where they cannot be read. */
function usePairings(id: string): ListedProduct[] {
  const read = pairingsRead(id)
  const { data } = useSWR(read, () => fetchRead(read))
  return data?.result.data ?? []
}

const MoreProducts = memo(function MoreProducts({ product }: { product: ProductDetails }) {
  return (
    <HydrateOnDemand>
      <SimilarItems product={product} />
      <RecentlyViewed currentId={product._id} />
    </HydrateOnDemand>
  )
})

/** A component of its own, so that device state renders nothing else. */
function RecentlyViewed({ currentId }: { currentId: string }) {
  const products = useRecentlyViewed(currentId)
  // It hydrates after the device is read, but must be empty like the server's.
  return useIsClient() ? <ViewedProducts products={products} /> : null
}

const Reviews = memo(function Reviews({ id }: { id: string }) {
  return (
    <HydrateOnDemand>
      <ReviewsBelowFold id={id} />
    </HydrateOnDemand>
  )
})

function ReviewsBelowFold({ id }: { id: string }) {
  const [ref, module] = useImportBelowFold(loadReviews)
  return (
    <div id={reviewsId} ref={ref}>
      {module && (
        <SilentErrorBoundary attempt={id}>
          <module.ReviewSection productId={id} />
        </SilentErrorBoundary>
      )}
    </div>
  )
}

/** More of the same kind. */
function SimilarItems({ product: { _id, subcategory } }: { product: ProductDetails }) {
  const [ref, module] = useImportBelowFold(loadRails)
  const kind = subcategory[0]?._id
  return (
    <div ref={ref}>
      {module && kind && (
        <SilentErrorBoundary attempt={_id}>
          <module.Rail title="Similar items" list={{ subcategory: kind }} without={_id} />
        </SilentErrorBoundary>
      )}
    </div>
  )
}

const Offers = memo(function Offers({ price }: { price: Rupees }) {
  return (
    <HydrateOnDemand>
      <OffersBelowFold price={price} />
    </HydrateOnDemand>
  )
})

function OffersBelowFold({ price }: { price: Rupees }) {
  const [ref, module] = useImportBelowFold(loadOffers)
  return (
    <div ref={ref}>
      {module && (
        <SilentErrorBoundary attempt={String(price)}>
          <module.ProductOffers price={price} />
        </SilentErrorBoundary>
      )}
    </div>
  )
}

/**
 * A part below the fold. It hydrates at the first interaction, and loads once it is visible or the page is
 * used again.
 */
function useImportBelowFold<Module>(load: () => Promise<Module>) {
  const [ref, shouldLoad] = useShouldLoad<HTMLDivElement>({ margin: '0px', on: interactions })
  const { module } = useDeferredImport(load, useIsIdle() && shouldLoad)
  return [ref, module] as const
}

/** Memoised: renders again only for another product. */
const Product = memo(function Product({ product }: { product: ProductDetails }) {
  const { delivery } = useDelivery()
  const openLocation = useSetAtom(locationDialogAtom)
  const { size, promptForSize, choose, ...sizeSection } = useSizeSelection(product)
  const { trialSize, chooseTrialSize } = useTrialSize(product, size)
  const isSoldOut = !hasStock(product)
  const { name, photos, tint } = product

  const buyButton = isSoldOut ? (
    <NotifyButton productId={product._id} sizes={product.size} isWide />
  ) : (
    <AddToCart {...{ product, size, trialSize }} onNoSize={promptForSize} />
  )
  const soldOut = isSoldOut ? [] : product.size.filter((entry) => !product.stock[entry])

  return (
    <>
      <ProductLayout gallery={<ProductGallery {...{ name, photos, tint, isSoldOut }} />}>
        <ProductHead
          product={product}
          actions={
            <>
              <HeartButton product={product} />
              <ShareButton product={product} />
            </>
          }
        />
        <ProductHighlights details={product.details} />
        {product.colours && <StyleColours colours={product.colours} shownId={product._id} />}
        <ReadAgeNote read={productRead(product._id)} />
        <SizeSection
          product={product}
          size={size}
          onChoose={choose}
          {...sizeSection}
          sizeHint={product.sizeHint ? sizeHintText[product.sizeHint] : undefined}
          extra={soldOut.map((soldOutSize) => (
            <NotifyButton key={soldOutSize} productId={product._id} size={soldOutSize} />
          ))}
        />
        {!isSoldOut && (
          <TrialSizes {...{ product, size, trialSize, delivery }} onChoose={chooseTrialSize} />
        )}
        {isSoldOut && delivery?.warehouse && (
          <SoldOutHere city={delivery.city} onChange={() => openLocation('search')} />
        )}
        {!isSoldOut && <Delivery unavailableIn={product.unavailableIn} />}
        <BuyRow>{buyButton}</BuyRow>
        <ProductFacts product={product} />
        {!isSoldOut && <Offers price={product.discountedPrice} />}
      </ProductLayout>
      <BuyBar product={product} size={size}>
        {buyButton}
      </BuyBar>
    </>
  )
})

/** A component of its own, so that device state renders nothing else. */
function Delivery({ unavailableIn }: Pick<ProductDetails, 'unavailableIn'>) {
  const { addressText, delivery, isServiceable, closedText } = useDelivery()
  const openLocation = useSetAtom(locationDialogAtom)
  return (
    <DeliveryNote
      promise={delivery === undefined ? <DeliveryBanner /> : <ArrivalTime delivery={delivery} />}
      isServiceable={isServiceable}
      closedText={closedText}
      addressText={addressText}
      onChange={() => openLocation('search')}
    >
      <PinCodeCheck />
      {unavailableIn && addressText === undefined && <UnavailableNote cities={unavailableIn} />}
    </DeliveryNote>
  )
}

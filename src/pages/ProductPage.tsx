import { useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'

import { hasStock } from '#contract/hasStock.ts'
import type { ProductDetails } from '#contract/product.ts'
import { ProductGrid } from '#features/catalogue/ProductGrid.tsx'
import { ProductItems } from '#features/catalogue/ProductItems.tsx'
import { DeliveryPromise } from '#features/location/DeliveryPromise.tsx'
import { locationDialogAtom } from '#features/location/locationDialog.ts'
import { useDelivery } from '#features/location/useDelivery.ts'
import { NotifyButton } from '#features/notifications/NotifyButton.tsx'
import { BuyBar } from '#features/product/BuyBar.tsx'
import { BuyRow } from '#features/product/BuyRow.tsx'
import { DeliveryNote } from '#features/product/DeliveryNote.tsx'
import { ProductFacts } from '#features/product/ProductFacts.tsx'
import { ProductGallery } from '#features/product/ProductGallery.tsx'
import { ProductHead } from '#features/product/ProductHead.tsx'
import { ProductLayout } from '#features/product/ProductLayout.tsx'
import { ProductSkeleton } from '#features/product/ProductSkeleton.tsx'
import { ShareButton } from '#features/product/ShareButton.tsx'
import { sizeHintText } from '#features/product/sizeHintText.ts'
import { SizeSection } from '#features/product/SizeSection.tsx'
import { TryAndBuyNote } from '#features/product/TryAndBuyNote.tsx'
import { usePairings } from '#features/product/usePairings.ts'
import { useProduct } from '#features/product/useProduct.ts'
import { useRecentlyViewed } from '#features/product/useRecentlyViewed.ts'
import { useSizeChoice } from '#features/product/useSizeChoice.ts'
import { HeartButton } from '#features/wishlist/HeartButton.tsx'
import { useOnDevice } from '#platform/useOnDevice.ts'
import { Note } from '#ui/Note.tsx'
import { Quietly } from '#ui/Quietly.tsx'
import { Section } from '#ui/Section.tsx'
import { AddToBag } from './AddToBag.tsx'
import ViewedProducts from './ViewedProducts.tsx'

/** Far below what shows first, and of the device's own reading. */
const ReviewSection = lazy(() =>
  import('#features/reviews/ReviewSection.tsx').then((module) => ({
    default: module.ReviewSection,
  })),
)

export default function ProductPage() {
  const { id = '' } = useParams()
  const { product, isSaved } = useProduct(id)
  const pairings = usePairings(id)
  const isOnDevice = useOnDevice()
  const viewed = useRecentlyViewed(product)

  return (
    <>
      {product ? <Product key={id} product={product} isSaved={isSaved} /> : <ProductSkeleton />}
      {product && isOnDevice && (
        <Quietly attempt={id}>
          <Suspense>
            <ReviewSection productId={id} />
          </Suspense>
        </Quietly>
      )}
      {pairings.length > 0 && (
        <Section title="Pair it with">
          <ProductGrid isShort>
            <ProductItems
              products={pairings}
              corner={(one) => <HeartButton product={one} isOnPicture />}
            />
          </ProductGrid>
        </Section>
      )}
      <ViewedProducts products={viewed} />
    </>
  )
}

function Product({ product, isSaved }: { product: ProductDetails; isSaved: boolean }) {
  const { addressText, isServiceable } = useDelivery()
  const openLocation = useSetAtom(locationDialogAtom)
  const { size, ask, choose, ...asking } = useSizeChoice(product)
  const isSoldOut = !hasStock(product)
  const { name, photos, tint, brand } = product

  const buyButton = isSoldOut ? (
    <NotifyButton productId={product._id} isWide />
  ) : (
    <AddToBag product={product} size={size} onNoSize={ask} />
  )
  const soldOut = isSoldOut ? [] : product.size.filter((one) => !product.stock[one])

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
        {isSaved && (
          <Note icon="wifi-off">
            This is a saved copy. Price and sizes may have changed; connect to see everything.
          </Note>
        )}
        <DeliveryNote
          promise={<DeliveryPromise />}
          isServiceable={isServiceable}
          addressText={addressText}
          onChange={() => openLocation('search')}
        />
        <SizeSection
          product={product}
          size={size}
          onChoose={choose}
          {...asking}
          sizeHint={product.sizeHint ? sizeHintText[product.sizeHint] : undefined}
          extra={soldOut.map((one) => (
            <NotifyButton key={one} productId={product._id} size={one} />
          ))}
        />
        <BuyRow>{buyButton}</BuyRow>
        {brand.is_try_and_buy_visible && product.size.length > 1 && <TryAndBuyNote />}
        <ProductFacts product={product} />
      </ProductLayout>
      <BuyBar product={product} size={size}>
        {buyButton}
      </BuyBar>
    </>
  )
}

import type { ViewedProduct } from '#features/product/viewedProduct.ts'
import { ViewedRail } from '#features/product/ViewedRail.tsx'
import { cardHeart } from './cardHeart.tsx'

/** Recently viewed products with hearts. Only the device knows them: the server renders none. */
export default function ViewedProducts({ products }: { products: ViewedProduct[] }) {
  return <ViewedRail products={products} corner={cardHeart} />
}

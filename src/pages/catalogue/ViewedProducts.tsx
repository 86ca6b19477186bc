import type { ViewedProduct } from '#features/product/viewedProduct.ts'
import { ViewedRail } from '#features/product/ViewedRail.tsx'
import { heartOnPicture } from './heartOnPicture.tsx'

/** What was looked at before, each with its heart. Only a device knows it: the server draws none. */
export default function ViewedProducts({ products }: { products: ViewedProduct[] }) {
  return <ViewedRail products={products} corner={heartOnPicture} />
}

import { Skeleton } from '#ui/Skeleton.tsx'
import { ProductLayout } from './ProductLayout.tsx'

/** The place of a product that is on its way. */
export function ProductSkeleton() {
  return (
    <ProductLayout gallery={<Skeleton shape="picture" />}>
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </ProductLayout>
  )
}

import { ProductReply } from '#contract/product.ts'
import { productRead } from '#contract/reads.ts'
import { usePublicRead } from '#platform/usePublicRead.ts'

/** One product; undefined while it is on its way. One that is gone goes to the error screen. */
export function useProduct(id: string) {
  const product = usePublicRead(productRead(id), ProductReply).data?.result
  /** Made from a list that was seen before: without a line there is no more to say. */
  return { product, isSaved: product?.description === '' }
}

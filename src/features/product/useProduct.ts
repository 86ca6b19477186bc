import { productRead } from '#contract/reads.ts'
import { usePublicRead } from '#platform/usePublicRead.ts'

/** One product; undefined while it is on its way. One that is gone goes to the error screen. */
export function useProduct(id: string) {
  const product = usePublicRead(productRead(id)).data?.result
  /** Made from a list that was seen before: nothing is on sale without naming its maker. */
  return { product, isSaved: product?.declarations.maker === '' }
}

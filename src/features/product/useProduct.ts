import { productRead } from '#contract/reads.ts'
import { unlistedDetails } from '#contract/unlistedDetails.ts'
import { seenProduct } from '#platform/seenProducts.ts'
import { usePublicRead } from '#platform/usePublicRead.ts'

/**
 * One product; until it has come, what a card has shown of it, so that a tap on the card shows at
 * once. Undefined where neither is there. One that is gone goes to the error screen.
 */
export function useProduct(id: string) {
  const whole = usePublicRead(productRead(id))?.result
  const seen = seenProduct(id)
  return {
    product: whole ?? (seen && { ...seen, ...unlistedDetails }),
    /** Made by the worker from a list that was seen before: nothing is sold without naming its maker. */
    isSaved: whole?.declarations.maker === '',
  }
}

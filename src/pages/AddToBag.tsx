import { useState } from 'react'
import { useSWRConfig } from 'swr'

import type { Product } from '#contract/product.ts'
import { BuyButton } from '#features/product/BuyButton.tsx'
import { tell, tellFailure } from '#platform/tell.ts'

const couldNotAdd = tellFailure('Product could not be added to cart!')

type Props = {
  product: Product
  size: string | undefined
  /** A tap before a size is chosen. */
  onNoSize: () => void
}

/** By itself: what changes with the bag is this button, not the whole product. */
export function AddToBag({ product, size, onNoSize }: Props) {
  const { mutate } = useSWRConfig()
  const [isAdding, setIsAdding] = useState(false)

  async function onBuy() {
    if (!size) return onNoSize()
    setIsAdding(true)
    await add(size).then(() => tell('Added to bag'), couldNotAdd)
    setIsAdding(false)
  }

  /** What a tap does comes with it, or before it while the browser rests: no first sight needs it. */
  async function add(chosen: string) {
    const { addToBag } = await import('#features/cart/addToBag.ts')
    await addToBag(mutate, product, chosen)
  }
  return <BuyButton isBusy={isAdding} onBuy={() => void onBuy()} />
}

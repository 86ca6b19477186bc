import { useState } from 'react'

import type { Product } from '#contract/product.ts'
import { useCart } from '#features/cart/useCart.ts'
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
  const { add } = useCart()
  const [isAdding, setIsAdding] = useState(false)

  async function onBuy() {
    if (!size) return onNoSize()
    setIsAdding(true)
    await add(product, size).then(() => tell('Added to bag'), couldNotAdd)
    setIsAdding(false)
  }
  return <BuyButton isBusy={isAdding} onBuy={() => void onBuy()} />
}

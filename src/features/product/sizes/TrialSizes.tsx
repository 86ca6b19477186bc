import { useId, useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'
import type { Delivery } from '#contract/delivery/location.ts'
import { useTryAndBuyCities } from '#platform/api/storeFacts.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { SizeToggle } from '#ui/forms/SelectionControls.tsx'
import styles from './TrialSizes.module.css'

/** The second size to try at home; it belongs to the first, and another first size may exclude it. */
export function useTrialSize(product: Product, size: string | undefined) {
  const [chosen, setChosen] = useState<string>()
  const allowed = size ? trialSizesOf(product, size) : []
  const isAllowed = chosen !== undefined && allowed.includes(chosen)
  return { trialSize: isAllowed ? chosen : undefined, chooseTrialSize: setChosen }
}

type Props = {
  product: Product
  size: string | undefined
  trialSize: string | undefined
  /** Called with undefined to remove the second size. */
  onChoose: (trialSize: string | undefined) => void
  /** The response for the address; undefined while none is known. */
  delivery: Delivery | null | undefined
}

/** Try & Buy: the choice of a second size, or why there is none. Nothing for items in one size. */
export function TrialSizes({ product, size, trialSize, onChoose, delivery }: Props) {
  const id = useId()
  const cities = useTryAndBuyCities()
  if (product.size.length < 2 || !cities) return null
  const problem = tryAndBuyProblemOf(product, { size, delivery, cities })
  if (problem) return <Note icon="hanger">{problem}</Note>
  const sizes = size ? trialSizesOf(product, size) : []

  return (
    <Note icon="hanger" tone="mint">
      <b>{`Try & Buy in ${cities}.`}</b>
      <span>{` Choose two sizes, try both at your door and keep one.`}</span>
      {sizes.length > 0 && (
        <div className={styles.also} role="group" aria-labelledby={id}>
          <span id={id}>Also try</span>
          {sizes.map((second) => (
            <SizeToggle
              key={second}
              size={second}
              isChosen={second === trialSize}
              onToggle={() => onChoose(second === trialSize ? undefined : second)}
            />
          ))}
        </div>
      )}
      {trialSize && (
        <p className={styles.next}>
          {`In your bag, choose ${delivery ? '' : `an address in ${cities} and `}the Try & Buy option. We’ll bring ${size} and ${trialSize}.`}
        </p>
      )}
    </Note>
  )
}

/** Why the product cannot be tried at home. */
function tryAndBuyProblemOf(
  product: Product,
  { size, delivery, cities }: Pick<Props, 'size' | 'delivery'> & { cities: string },
): string | undefined {
  const { brand, size: sizes, stock } = product
  if (!brand.is_try_and_buy_visible) return `Try & Buy isn’t available for ${brand.name} items.`
  if (delivery !== undefined && !delivery?.tryAndBuy) {
    return `Try & Buy isn’t available at your address. We offer it in ${cities} only.`
  }
  if (sizes.filter((name) => stock[name]).length < 2) {
    return 'Try & Buy isn’t available: only one size is in stock.'
  }
  if (size && trialSizesOf(product, size).length === 0) {
    return `Try & Buy isn’t available for size ${size}: the sizes next to it are sold out.`
  }
  return undefined
}

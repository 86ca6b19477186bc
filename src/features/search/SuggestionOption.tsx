import type { Product } from '#contract/product.ts'
import { Money } from '#ui/Money.tsx'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import { markedParts } from './markedParts.ts'
import styles from './SuggestionOption.module.css'

type Props = {
  id: string
  product: Product
  words: string
  isActive: boolean
  onChoose: () => void
}

/** A product that may be meant, with what was typed marked in its name. */
export function SuggestionOption({ id, product, words, isActive, onChoose }: Props) {
  const { brand, name, photos, tint, discountedPrice } = product
  return (
    <div
      id={id}
      className={styles.option}
      role="option"
      aria-selected={isActive}
      // The field keeps the focus: the keyboard goes on from there.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.picture}>
        <ProductPicture src={photos[0]} tint={tint} />
      </span>
      <span className={styles.words}>
        <b>{brand.name}</b>
        <span className={styles.name}>
          {markedParts(name, words).map(({ text, isMarked }, place) =>
            isMarked ? <mark key={place}>{text}</mark> : text,
          )}
        </span>
      </span>
      <b className={styles.price}>
        <Money rupees={discountedPrice} />
      </b>
    </div>
  )
}

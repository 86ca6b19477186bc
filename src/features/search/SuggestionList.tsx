import type { Product } from '#contract/catalogue/product.ts'
import { TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { Money } from '#ui/text/Price.tsx'
import styles from './SuggestionList.module.css'

type Part = { text: string; isMarked: boolean }

/** Splits `text` at the typed words, so that they can be highlighted. */
export function markedParts(text: string, typed: string): Part[] {
  const words = typed.trim().split(/\s+/).filter(Boolean).map(escapeRegExp)
  if (words.length === 0) return [{ text, isMarked: false }]
  // Splitting by a capturing group puts the matches at odd positions.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, place) => ({ text: part, isMarked: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const escapeRegExp = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type SuggestionOptionProps = {
  id: string
  product: Product
  words: string
  isActive: boolean
  onChoose: () => void
}

/** A suggested product with the typed words highlighted. */
function SuggestionOption({ id, product, words, isActive, onChoose }: SuggestionOptionProps) {
  const { brand, name, photos, tint, discountedPrice } = product
  return (
    <div
      id={id}
      className={styles.option}
      role="option"
      aria-selected={isActive}
      // Focus stays in the field, for the keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.picture}>
        <ProductImage src={photos[0]} tint={tint} />
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

type Props = {
  id: string
  look: 'header' | 'page'
  words: string
  suggestions: Product[]
  /** Index of the active suggestion; -1 for none. */
  active: number
  onChoose: (product: Product) => void
  onSearch: () => void
}

/** Suggested products, and a link to all results. */
export function SuggestionList({ id, look, words, suggestions, active, ...calls }: Props) {
  return (
    <div className={styles.pop} data-look={look}>
      <div id={id} role="listbox" aria-label="Suggestions">
        {suggestions.map((product, place) => (
          <SuggestionOption
            key={product._id}
            id={`${id}-${place}`}
            product={product}
            words={words}
            isActive={place === active}
            onChoose={() => calls.onChoose(product)}
          />
        ))}
      </div>
      <div className={styles.all}>
        <TextButton onClick={calls.onSearch}>
          All results for “{words}” <Icon name="chevron" size="xs" />
        </TextButton>
      </div>
    </div>
  )
}

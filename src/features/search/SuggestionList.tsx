import type { SuggestedTerm, Suggestion } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { Money } from '#ui/text/Price.tsx'
import styles from './SuggestionList.module.css'

type Part = { text: string; isMarked: boolean }

/** Splits `text` at the typed words, so that they can be highlighted. */
export function highlightParts(text: string, typed: string): Part[] {
  const words = typed.trim().split(/\s+/).filter(Boolean).map(escapeRegExp)
  if (words.length === 0) return [{ text, isMarked: false }]
  // Splitting by a capturing group puts the matches at odd positions.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
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
      <span className={styles.image}>
        <ProductImage src={photos[0]} tint={tint} />
      </span>
      <span className={styles.details}>
        <b>{brand.name}</b>
        <span className={styles.name}>
          <HighlightedText text={name} words={words} />
        </span>
      </span>
      <b className={styles.price}>
        <Money rupees={discountedPrice} />
      </b>
    </div>
  )
}

type TermOptionProps = Omit<SuggestionOptionProps, 'product'> & { term: SuggestedTerm }

/** A completed search or a brand, with the typed words highlighted. */
function TermOption({ id, term, words, isActive, onChoose }: TermOptionProps) {
  return (
    <div
      id={id}
      className={styles.term}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon name="search" size="s" />
      <span className={styles.name}>
        <HighlightedText text={term.text} words={words} />
      </span>
      {term.kind === 'brand' && <span className={styles.kind}>Brand</span>}
    </div>
  )
}

const HighlightedText = ({ text, words }: { text: string; words: string }) =>
  highlightParts(text, words).map((part, index) =>
    part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
  )

type Props = {
  id: string
  look: 'header' | 'page'
  words: string
  suggestions: Suggestion[]
  /** Index of the active suggestion; -1 for none. */
  active: number
  onChoose: (chosen: Suggestion) => void
  onSearch: () => void
}

/** Suggested searches, brands and products, and a link to all results. */
export function SuggestionList({ id, look, words, suggestions, active, ...handlers }: Props) {
  return (
    <div className={styles.popup} data-look={look}>
      <div id={id} role="listbox" aria-label="Suggestions">
        {suggestions.map((suggestion, index) => {
          const option = {
            id: `${id}-${index}`,
            words,
            isActive: index === active,
            onChoose: () => handlers.onChoose(suggestion),
          }
          return '_id' in suggestion ? (
            <SuggestionOption key={suggestion._id} product={suggestion} {...option} />
          ) : (
            <TermOption key={suggestion.text} term={suggestion} {...option} />
          )
        })}
      </div>
      <div className={styles.allResults}>
        <TextButton onClick={handlers.onSearch}>
          <span>{`All results for “${words}” `}</span>
          <Icon name="chevron" size="xs" />
        </TextButton>
      </div>
    </div>
  )
}

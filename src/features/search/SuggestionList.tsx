import type { Product } from '#contract/product.ts'
import { Icon } from '#ui/Icon.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import styles from './SuggestionList.module.css'
import { SuggestionOption } from './SuggestionOption.tsx'

type Props = {
  id: string
  look: 'header' | 'page'
  words: string
  suggestions: Product[]
  /** Which of them the arrows have come to; -1 for none. */
  active: number
  onChoose: (product: Product) => void
  onSearch: () => void
}

/** The products that may be meant, and the way to all of them. */
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

import { Button } from '@mantine/core'
import { useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { toPaise } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import { errorText } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { useProducts } from './products.ts'
import styles from './ProductSearch.module.css'
import { texts } from './texts.ts'

/** A product in one size. */
export type ChosenProduct = {
  productId: string
  code: string
  name: string
  brand: string
  photo: string | null
  size: string
  pricePaise: number
}

const typingPauseMs = 250

type SearchProps = {
  warehouse: string | undefined
  /** Which products are shown; without it, all that match. */
  isOffered?: (product: Product) => boolean
  /** The element that says that a product is missing. */
  problemId?: string | undefined
  onAdd: (chosen: ChosenProduct) => void
}

/** Finds products by name or code; a tap on a size chooses it. */
export function ProductSearch({ warehouse, isOffered, problemId, onAdd }: SearchProps) {
  const [words, setWords] = useState('')
  const search = useDebounced(words.trim(), typingPauseMs)
  const { products: matches, problem, isReading, retry } = useProducts(search, warehouse)
  const products = isOffered ? matches?.filter(isOffered) : matches
  return (
    <div role="search">
      <div className={styles.search}>
        <Icon name="search" size="s" />
        <input
          type="search"
          aria-label={texts.search}
          aria-invalid={problemId ? true : undefined}
          aria-describedby={problemId}
          placeholder={texts.searchHint}
          maxLength={rules.search.maxLength}
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {words && (
          <button type="button" aria-label={texts.clearSearch} onClick={() => setWords('')}>
            <Icon name="close" size="s" />
          </button>
        )}
      </div>
      <p className={styles.answer} role="status">
        {search !== '' && answerOf({ search, products, problem, isReading })}
      </p>
      {search !== '' && problem && !products && (
        <Button size="s" variant="line" onClick={retry}>
          {frameTexts.tryAgain}
        </Button>
      )}
      {products && products.length > 0 && (
        <ul className={styles.found}>
          {products.map((product) => (
            <Found key={product._id} product={product} onAdd={onAdd} />
          ))}
        </ul>
      )}
    </div>
  )
}

type Answer = {
  search: string
  products: Product[] | undefined
  problem: Error | undefined
  isReading: boolean
}

function answerOf({ search, products, problem, isReading }: Answer): string {
  if (products?.length === 0) return texts.nothingFound(search)
  if (products) return ''
  if (problem) return errorText(problem, texts.couldNotFind)
  return isReading ? texts.finding : ''
}

function Found({ product, onAdd }: { product: Product; onAdd: SearchProps['onAdd'] }) {
  const { _id: productId, productId: code, name, brand, photos, stock } = product
  const photo = photos[0] ?? null
  const pricePaise = toPaise(product.discountedPrice)
  return (
    <li className={styles.product}>
      <Photo src={photo} />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>
          {[brand.name, texts.code(code), rupeesText(pricePaise)].join(' · ')}
        </p>
        <div className={styles.sizes}>
          {product.size.map((size) => {
            const count = stock[size] ?? 0
            return (
              <button
                key={size}
                type="button"
                disabled={count === 0}
                aria-label={
                  count === 0 ? texts.soldOutSize(name, size) : texts.add(name, size, count)
                }
                onClick={() =>
                  onAdd({
                    ...{ productId, code, name, brand: brand.name, photo, size },
                    pricePaise,
                  })
                }
              >
                {texts.sizeAndStock(size, count)}
              </button>
            )
          })}
        </div>
      </div>
    </li>
  )
}

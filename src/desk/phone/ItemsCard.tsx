import { Button } from '@mantine/core'
import { useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { toPaise } from '#contract/money.ts'
import * as rules from '#contract/rules.ts'
import { errorText } from '#desk/app/request.ts'
import { Card } from '#desk/ui/Card.tsx'
import { Icon } from '#desk/ui/Icon.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { Photo } from '#desk/ui/Photo.tsx'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { type Draft, type DraftItem, withItem, withQuantity } from './draft.ts'
import styles from './Items.module.css'
import { type OwnWarehouse, type Quote, useProducts } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Props = {
  draft: Draft
  quote: Quote | undefined
  warehouse: OwnWarehouse | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** What is ordered: found by name or code, with what the warehouse has of each size. */
export function ItemsCard({ draft: { items }, quote, warehouse, onChange }: Props) {
  return (
    <Card
      title={texts.items}
      detail={warehouse ? texts.stockOfWarehouse(warehouse.name) : texts.stockAnywhere}
    >
      <ProductSearch
        warehouse={warehouse?.id}
        onAdd={(chosen) => onChange({ items: withItem(items, chosen) })}
      />
      {items.length === 0 ? (
        <p className={styles.empty}>{texts.noItems}</p>
      ) : (
        <ul className={styles.items}>
          {items.map((item) => (
            <Item
              key={`${item.productId} ${item.size}`}
              item={item}
              quoted={quote?.lines.find(
                ({ productId, size }) => productId === item.productId && size === item.size,
              )}
              onChange={(quantity) => onChange({ items: withQuantity(items, item, quantity) })}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type ItemProps = {
  item: DraftItem
  quoted: Quote['lines'][number] | undefined
  onChange: (quantity: number) => void
}

function Item({ item, quoted, onChange }: ItemProps) {
  const { name, brand, code, size, quantity } = item
  const isShort = quoted !== undefined && quantity > quoted.inStock
  const label = `${name}, ${size}`
  return (
    <li className={styles.item}>
      <Photo src={item.photo} />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>{[brand, texts.size(size), texts.code(code)].join(' · ')}</p>
        {quoted && (
          <p className={isShort ? styles.bad : styles.muted}>
            {isShort ? texts.onlyLeft(quoted.inStock) : texts.inStock(quoted.inStock)}
          </p>
        )}
      </div>
      <div className={styles.count} role="group" aria-label={texts.quantity(label)}>
        <button
          type="button"
          aria-label={quantity === 1 ? texts.remove(label) : texts.less(label)}
          onClick={() => onChange(quantity - 1)}
        >
          <Icon name={quantity === 1 ? 'close' : 'minus'} size="s" />
        </button>
        <output>{quantity}</output>
        <button
          type="button"
          aria-label={texts.more(label)}
          disabled={quantity >= rules.cart.maxQuantity}
          onClick={() => onChange(quantity + 1)}
        >
          <Icon name="plus" size="s" />
        </button>
      </div>
      <p className={styles.price}>{quoted ? rupeesText(quoted.pricePaise * quantity) : ''}</p>
    </li>
  )
}

const typingPauseMs = 250

type SearchProps = {
  warehouse: string | undefined
  onAdd: (chosen: Omit<DraftItem, 'quantity'>) => void
}

function ProductSearch({ warehouse, onAdd }: SearchProps) {
  const [words, setWords] = useState('')
  const asked = useDebounced(words.trim(), typingPauseMs)
  const { products, problem, isReading, retry } = useProducts(asked, warehouse)
  return (
    <div role="search">
      <div className={styles.search}>
        <Icon name="search" size="s" />
        <input
          type="search"
          aria-label={texts.search}
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
        {asked !== '' && answerOf({ asked, products, problem, isReading })}
      </p>
      {asked !== '' && problem && !products && (
        <Button size="s" variant="line" onClick={retry}>
          {texts.tryAgain}
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
  asked: string
  products: Product[] | undefined
  problem: Error | undefined
  isReading: boolean
}

function answerOf({ asked, products, problem, isReading }: Answer): string {
  if (products?.length === 0) return texts.nothingFound(asked)
  if (products) return ''
  if (problem) return errorText(problem, texts.couldNotFind)
  return isReading ? texts.finding : ''
}

function Found({ product, onAdd }: { product: Product; onAdd: SearchProps['onAdd'] }) {
  const { _id: productId, productId: code, name, brand, photos, stock } = product
  const photo = photos[0] ?? null
  return (
    <li className={styles.product}>
      <Photo src={photo} />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>
          {[brand.name, texts.code(code), rupeesText(toPaise(product.discountedPrice))].join(' · ')}
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
                onClick={() => onAdd({ productId, code, name, brand: brand.name, photo, size })}
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

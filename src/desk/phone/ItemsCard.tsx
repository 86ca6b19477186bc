import { useId } from 'react'

import * as rules from '#contract/rules.ts'
import { Card } from '#desk/ui/Card.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { ProductSearch } from '#desk/products/ProductSearch.tsx'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { type Draft, type DraftItem, withItem, withQuantity } from './draft.ts'
import styles from './Items.module.css'
import type { FieldProblems } from './orderContent.ts'
import type { OwnWarehouse, Quote } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Props = {
  draft: Draft
  problems: FieldProblems
  quote: Quote | undefined
  warehouse: OwnWarehouse | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** What is ordered: found by name or code, with what the warehouse has of each size. */
export function ItemsCard({ draft: { items }, problems, quote, warehouse, onChange }: Props) {
  const problemId = useId()
  return (
    <Card
      title={texts.items}
      detail={warehouse ? texts.stockOfWarehouse(warehouse.name) : texts.stockAnywhere}
    >
      <ProductSearch
        warehouse={warehouse?.id}
        problemId={problems.items && problemId}
        onAdd={({ pricePaise: _quotedLater, ...chosen }) =>
          onChange({ items: withItem(items, chosen) })
        }
      />
      {items.length === 0 ? (
        <p id={problemId} className={styles.empty} data-bad={problems.items ? true : undefined}>
          {problems.items ?? texts.noItems}
        </p>
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

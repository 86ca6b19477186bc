import type { ReactNode } from 'react'

import { hasStock } from '#contract/hasStock.ts'
import type { Product } from '#contract/product.ts'
import { Money } from '#ui/Money.tsx'
import styles from './BuyBar.module.css'

type Props = { product: Product; size: string | undefined; children: ReactNode }

/** Price and size where there are any, and the step on, at the foot of a phone's screen wherever the page stands. */
export function BuyBar({ product, size, children }: Props) {
  return (
    <div className={styles.bar}>
      {hasStock(product) && (
        <p className={styles.price}>
          <b>
            <Money rupees={product.discountedPrice} />
          </b>
          <span>{size ? `Size ${size}` : 'Select Size'}</span>
        </p>
      )}
      <div className={styles.action}>{children}</div>
    </div>
  )
}

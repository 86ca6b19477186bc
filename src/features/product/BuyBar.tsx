import type { ReactNode } from 'react'

import { hasStock } from '#contract/catalogue/stock.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Money } from '#ui/text/Price.tsx'
import styles from './BuyBar.module.css'

type Props = { product: Product; size: string | undefined; children: ReactNode }

/** Price, size and the main action, at the bottom of a phone's screen. */
export function BuyBar({ product, size, children }: Props) {
  return (
    <div className={styles.bar} data-buy-bar>
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

type BuyButtonProps = { isBusy: boolean; onBuy: () => void }

export function BuyButton({ isBusy, onBuy }: BuyButtonProps) {
  return (
    <Button variant="go" isWide isBusy={isBusy} busyText="Adding to bag..." onClick={onBuy}>
      <Icon name="bag" size="s" />
      Add to bag
    </Button>
  )
}

/** The main action, on pages wide enough to show it beside the sizes. */
export function BuyRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

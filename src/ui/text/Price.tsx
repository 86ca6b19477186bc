import type { Rupees } from '#contract/money.ts'
import { Money } from './Money.tsx'
import styles from './Price.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = { price: Rupees; mrp: Rupees; percentOff: number; size?: 'm' | 'l' }

/** The price and, if it is lower than the MRP, the discount. */
export function Price({ price, mrp, percentOff, size = 'm' }: Props) {
  return (
    <p className={styles.price} data-size={size}>
      <b>
        <Money rupees={price} />
      </b>
      {price < mrp && (
        <>
          <s>
            <VisuallyHidden>MRP </VisuallyHidden>
            <Money rupees={mrp} />
          </s>
          <em>{Math.round(percentOff)}% off</em>
        </>
      )}
    </p>
  )
}

import type { CashSheet } from '#contract/staff/riders.ts'
import { rupeesText } from '#desk/ui/money.ts'
import styles from './Cash.module.css'

/** The orders that the cash comes from. */
export function CollectedList({ collected }: Pick<CashSheet, 'collected'>) {
  return (
    <dl className={styles.sums}>
      {collected.map(({ number, amountPaise }) => (
        <div key={number}>
          <dt>{number}</dt>
          <dd>{rupeesText(amountPaise)}</dd>
        </div>
      ))}
    </dl>
  )
}

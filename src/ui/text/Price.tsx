import type { Paise, Rupees } from '#contract/values/money.ts'
import { numberText } from './numbers.tsx'
import styles from './Price.module.css'

type MoneyProps = { paise: Paise } | { rupees: Rupees }

/** An amount with the rupee sign and Indian grouping; paise only if it has some. */
export function Money(props: MoneyProps) {
  return <span>{'paise' in props ? paiseText(props.paise) : moneyText(props.rupees)}</span>
}

export const paiseText = (paise: Paise): string => moneyText(paise / 100)

export const moneyText = (rupees: number): string =>
  `₹${numberText(rupees, Number.isInteger(rupees) ? 0 : 2)}`

type Props = { price: Rupees; mrp: Rupees; percentOff: number; size?: 'm' | 'l' }

/** The price and, if it is lower than the MRP, the discount. */
export function Price({ price, mrp, percentOff, size = 'm' }: Props) {
  return (
    <p className={styles.price} data-size={size}>
      <b>{moneyText(price)}</b>
      {price < mrp && (
        <>
          <s>{moneyText(mrp)}</s>
          <em>{`${Math.round(percentOff)}% off`}</em>
        </>
      )}
    </p>
  )
}

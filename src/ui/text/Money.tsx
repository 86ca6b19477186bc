import type { Paise, Rupees } from '#contract/money.ts'
import { numberText } from './numberText.ts'

type Props = { paise: Paise } | { rupees: Rupees }

/** An amount with the rupee sign and Indian grouping; paise only if it has some. */
export function Money(props: Props) {
  return <>{moneyText('paise' in props ? ((props.paise / 100) as Rupees) : props.rupees)}</>
}

export const moneyText = (rupees: number): string =>
  `₹${numberText(rupees, Number.isInteger(rupees) ? 0 : 2)}`

import type { Paise, Rupees } from '#contract/money.ts'

type Props = { paise: Paise } | { rupees: Rupees }

/** An amount with the rupee sign and Indian grouping; paise only where there are some. */
export function Money(props: Props) {
  return <>{moneyText('paise' in props ? ((props.paise / 100) as Rupees) : props.rupees)}</>
}

export function moneyText(rupees: number): string {
  const digits = Number.isInteger(rupees) ? 0 : 2
  try {
    return `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: 2 })}`
  } catch {
    return `₹${rupees}`
  }
}

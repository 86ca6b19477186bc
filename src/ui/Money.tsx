import type { Paise, Rupees } from '#contract/money.ts'

type Props = { paise: Paise } | { rupees: Rupees }

/** An amount with the rupee sign and Indian grouping; paise only where there are some. */
export function Money(props: Props) {
  return <>{moneyText('paise' in props ? ((props.paise / 100) as Rupees) : props.rupees)}</>
}

/**
 * Made once: a list says a hundred amounts, and making one of these takes longer than saying twenty.
 * Not before the first: the home page says none.
 */
let whole: Intl.NumberFormat | undefined
let exact: Intl.NumberFormat | undefined

const makeWhole = () => new Intl.NumberFormat('en-IN')
const makeExact = () =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function moneyText(rupees: number): string {
  const format = Number.isInteger(rupees) ? (whole ??= makeWhole()) : (exact ??= makeExact())
  return `₹${format.format(rupees)}`
}

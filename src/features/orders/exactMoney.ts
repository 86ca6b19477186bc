import type { Paise } from '#contract/money.ts'

/** An amount as papers write it: always with its paise. */
export const exactMoney = (paise: Paise): string =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

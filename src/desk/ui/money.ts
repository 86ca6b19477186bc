import { numberText } from '#ui/text/numbers.tsx'

/** '₹1,309.38', for payments and refunds. */
export const moneyText = (paise: number): string => `₹${numberText(paise / 100, 2)}`

/** '₹1,309' in lists; paise only where there are some. */
export const rupeesText = (paise: number): string =>
  `₹${numberText(paise / 100, paise % 100 === 0 ? 0 : 2)}`

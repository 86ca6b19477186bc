import { numberText } from '#ui/text/numbers.tsx'

/** '₹1,309.38', for payments and refunds. Deductions have a minus. */
export function moneyText(paise: number): string {
  const text = `₹${numberText(Math.abs(paise) / 100, 2)}`
  return paise < 0 ? `−${text}` : text
}

/** '₹1,309' in lists; paise only where there are some. */
export const rupeesText = (paise: number): string =>
  `₹${numberText(paise / 100, paise % 100 === 0 ? 0 : 2)}`

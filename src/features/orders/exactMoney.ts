import type { Paise } from '#contract/money.ts'
import { numberText } from '#ui/numberText.ts'

/** An amount as papers write it: always with its paise. */
export const exactMoney = (paise: Paise): string => `₹${numberText(paise / 100, 2)}`

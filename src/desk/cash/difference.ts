import type { CashHandover } from '#contract/staff/riders.ts'
import { rupeesText } from '#desk/ui/money.ts'
import { texts } from './texts.ts'

/** '₹20 short', '₹20 too much', or undefined if the amounts are equal. */
export function differenceText(countedPaise: number, expectedPaise: number): string | undefined {
  if (countedPaise === expectedPaise) return undefined
  const amount = rupeesText(Math.abs(countedPaise - expectedPaise))
  return countedPaise < expectedPaise ? texts.short(amount) : texts.over(amount)
}

/** What was counted last: by the manager, else by the rider. */
export const lastCountOf = ({ countedPaise, receivedPaise }: CashHandover): number =>
  receivedPaise ?? countedPaise

const rupees = /^\d{1,9}(\.\d{1,2})?$/

/** Reads '9812.50' or '9,812' as paise; undefined if it is no amount. */
export function parseRupees(text: string): number | undefined {
  const cleaned = text.replace(/[₹,\s]/g, '')
  return rupees.test(cleaned) ? Math.round(Number(cleaned) * 100) : undefined
}

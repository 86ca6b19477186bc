import type { Invoice } from '#contract/invoice.ts'
import { type Paise, sum } from '#contract/money.ts'

type Line = Invoice['lines'][number]
export type Tax = {
  name: 'CGST' | 'SGST' | 'IGST'
  /** Of all lines. */
  amount: Paise
  ofLine: (line: Line) => Paise
  percentOf: (line: Line) => number
}

/** The taxes of an invoice: two halves within a state, one between states. */
export function taxesOf(lines: Line[]): { taxes: Tax[]; taxable: Paise } {
  const halves: Omit<Tax, 'amount'>[] = [
    { name: 'CGST', ofLine: ({ cgst }) => cgst, percentOf: ({ gstPercent }) => gstPercent / 2 },
    { name: 'SGST', ofLine: ({ sgst }) => sgst, percentOf: ({ gstPercent }) => gstPercent / 2 },
  ]
  const whole: Omit<Tax, 'amount'>[] = [
    { name: 'IGST', ofLine: ({ igst }) => igst, percentOf: ({ gstPercent }) => gstPercent },
  ]
  const asked = lines.some(({ igst }) => igst > 0) ? whole : halves
  return {
    taxes: asked.map((tax) => ({ ...tax, amount: sum(lines.map(tax.ofLine)) })),
    taxable: sum(lines.map(({ taxable }) => taxable)),
  }
}

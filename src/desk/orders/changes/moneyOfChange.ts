import type { StaffOrder } from '#contract/staff/board.ts'
import { moneyText } from '#desk/ui/money.ts'
import { changeTexts } from './changeTexts.ts'

const texts = changeTexts.change

/** What becomes of the money if the order costs more or less, in paise: what is due at the door changes before a refund. */
export function moneyOfChange(
  { isPaid, duePaise, amounts }: StaffOrder,
  change: number,
): string | null {
  if (change === 0) return null
  const due = Math.max(duePaise + change, 0)
  if (!isPaid) return texts.lessDue(moneyText(due))
  if (change > 0) return texts.collected(moneyText(due))
  const refundPaise = Math.min(-change - (duePaise - due), amounts.refundablePaise)
  const parts = [
    due < duePaise && texts.collected(moneyText(due)),
    refundPaise > 0 && texts.refunded(moneyText(refundPaise)),
  ]
  return parts.filter(Boolean).join('. ') || null
}

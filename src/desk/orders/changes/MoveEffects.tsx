import type { MoveEffect, StaffOrder } from '#contract/staff/board.ts'
import { type OrderMove, takesCash } from '#contract/staff/orderMoves.ts'
import styles from './MoveDialog.module.css'
import { endingMoves } from '#desk/orders/orderStates.ts'
import { moneyText } from '#desk/ui/money.ts'
import { texts } from '#desk/orders/texts.ts'

/** The text of the button that makes a move: it repeats an amount that is moved. After a trial less may be due. */
export function moveLabel(
  move: OrderMove,
  order?: StaffOrder,
  duePaise = order?.duePaise ?? 0,
): string {
  if (!order) return texts.moves[move]
  const { refundablePaise: refundable } = order.amounts
  if (endingMoves.has(move) && refundable > 0) return texts.order.refunds(moneyText(refundable))
  const collects = takesCash(move) && duePaise > 0
  return collects ? texts.order.collects(texts.moves[move], moneyText(duePaise)) : texts.moves[move]
}

/** What a move does to stock, money and messages; what it leaves alone is said too. */
export function EffectList({
  effect: { stock, money, message },
}: {
  effect: Omit<MoveEffect, 'move'>
}) {
  const { order: names } = texts
  return (
    <dl className={styles.effects}>
      <Effect name={names.stock} text={stock} />
      <Effect name={names.moneyEffect} text={money} />
      <Effect name={names.message} text={message} />
    </dl>
  )
}

export function Effect({ name, text }: { name: string; text: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text ?? texts.order.noChange}</dd>
    </div>
  )
}

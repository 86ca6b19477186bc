import { Button } from '@mantine/core'

import type { MoveEffect, StaffOrder } from '#contract/staff/board.ts'
import type { OrderMove } from '#contract/staff/orderMoves.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Card } from '#desk/ui/Card.tsx'
import { EffectList } from './changes/MoveEffects.tsx'
import styles from './OrderMoves.module.css'
import { endingMoves, moveIcons } from './orderStates.ts'
import { texts } from './texts.ts'

type Props = {
  order: StaffOrder
  /** False while the store cannot be reached. */
  canMove: boolean
  busy: OrderMove | undefined
  onStart: (move: OrderMove) => void
}

/** Every move that the role may make now, the usual one first, with what it does. */
export function OrderMoves({ order, ...actions }: Props) {
  return (
    <Card title={texts.order.moves} isFlush>
      {order.moves.length === 0 && <p className={styles.noMoves}>{texts.order.noMoves}</p>}
      {order.moves.map((effect, position) => (
        <Move key={effect.move} effect={effect} isSuggested={position === 0} {...actions} />
      ))}
    </Card>
  )
}

type MoveProps = Omit<Props, 'order'> & { effect: MoveEffect; isSuggested: boolean }

function Move({ effect, isSuggested, canMove, busy, onStart }: MoveProps) {
  const { move } = effect
  const isEnding = endingMoves.has(move)
  return (
    <div className={styles.move} data-suggested={(isSuggested && !isEnding) || undefined}>
      <Icon name={moveIcons[move]} />
      <p data-ending={isEnding || undefined}>
        <b>{texts.moves[move]}</b>
      </p>
      <Button
        size="s"
        variant={isSuggested && !isEnding ? 'go' : 'line'}
        disabled={!canMove}
        aria-disabled={busy !== undefined || undefined}
        aria-label={busy === move ? undefined : `${texts.moves[move]}: ${texts.order.start}`}
        onClick={() => onStart(move)}
      >
        {busy === move ? texts.moving : texts.order.start}
      </Button>
      {canMove ? (
        <EffectList effect={effect} />
      ) : (
        <p className={styles.whyNot}>{texts.order.switchedOff}</p>
      )}
    </div>
  )
}

/** On a phone the usual move is at the bottom, within reach of the thumb; all others are in the page. */
export function PhoneMoves({ order, canMove, busy, onStart }: Props) {
  const [first] = order.moves
  if (!first || endingMoves.has(first.move)) return null
  const { move } = first
  return (
    <div className={styles.phoneBar}>
      <Button
        size="l"
        variant="go"
        fullWidth
        disabled={!canMove}
        aria-disabled={busy !== undefined || undefined}
        onClick={() => onStart(move)}
      >
        {busy === move ? texts.moving : texts.moves[move]}
      </Button>
    </div>
  )
}

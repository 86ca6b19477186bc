import { Button } from '@mantine/core'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { stateNames } from '#desk/ui/orderStates.ts'
import { Link } from 'react-router-dom'

import type { BoardOrder } from '#contract/staff/board.ts'
import { movesFor } from '#contract/staff/orderMoves.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import type { BulkRun, MoveResult } from './boardMoves.ts'
import styles from './BoardPage.module.css'
import { whatHappened } from '#desk/orders/Messages.tsx'
import { type StepMove, stepMoves } from '#desk/orders/moves.ts'
import { Key } from '#desk/orders/OrderParts.tsx'
import { moveIcons } from '#desk/orders/orderStates.ts'
import { texts } from '#desk/orders/texts.ts'

type Props = {
  orders: readonly BoardOrder[]
  role: StaffRole
  canMove: boolean
  onMove: (move: StepMove) => void
  onClear: () => void
}

const keyOf: Partial<Record<StepMove, string>> = { handOver: 'A', markReady: 'R' }

/** What can be done with the selected orders. */
export function BulkBar({ orders, role, canMove, onMove, onClear }: Props) {
  const possible = stepMoves.filter((move) =>
    orders.some((order) => movesFor(role, order).includes(move)),
  )
  return (
    <div className={styles.bulk} role="toolbar" aria-label={texts.selectedOrders}>
      <b>{texts.selected(orders.length)}</b>
      <Button
        className={styles.onDark}
        variant="quiet"
        leftSection={<Icon name="close" size="s" />}
        rightSection={<Key>Esc</Key>}
        onClick={onClear}
      >
        {texts.clear}
      </Button>
      {possible.map((move, position) => {
        const key = keyOf[move]
        const isLast = position === possible.length - 1
        return (
          <Button
            key={move}
            variant={isLast ? 'go' : 'quiet'}
            className={isLast ? undefined : styles.onDark}
            disabled={!canMove}
            leftSection={<Icon name={moveIcons[move]} size="s" />}
            rightSection={key && <Key>{key}</Key>}
            onClick={() => onMove(move)}
          >
            {texts.moves[move]}
          </Button>
        )
      })}
    </div>
  )
}

/** One result for each order of a selection. */
export function BulkResults({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { move, count, results } = run
  const done = results?.filter(({ outcome }) => outcome.kind === 'done').length ?? 0
  return (
    <Dialog
      title={results ? texts.bulkTitle[move](done, count) : texts.bulkBusy(count)}

      onClose={onClose}
    >
      <ul aria-live="polite">
        {results?.map((result) => (
          <Result key={result.number} result={result} />
        ))}
      </ul>
    </Dialog>
  )
}

function Result({ result: { number, outcome } }: { result: MoveResult }) {
  const isDone = outcome.kind === 'done'
  return (
    <li className={styles.result} data-bad={!isDone || undefined}>
      <Icon name={isDone ? 'check' : 'alert'} size="s" />
      <b>{number}</b>
      <span>{isDone ? stateNames[outcome.order.state] : whatHappened(outcome)}</span>
      {!isDone && (
        <Link to={`/orders/${number}`} aria-label={`${texts.open} ${number}`}>
          {texts.open}
        </Link>
      )}
    </li>
  )
}

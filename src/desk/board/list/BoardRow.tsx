import { Button } from '@mantine/core'
import { memo, useRef } from 'react'
import { Link } from 'react-router-dom'

import type { BoardOrder } from '#contract/staff/board.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './BoardList.module.css'
import type { NextStep, StepMove } from '#desk/orders/moves.ts'
import { Photos } from '#desk/ui/media/Photo.tsx'
import { StateBadge } from '#desk/ui/StateBadge.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { PaymentText, OrderPromise, TrialTag } from '#desk/orders/OrderParts.tsx'
import { ClockPause, useIsOutOfView, useSecond } from '#desk/ui/time/secondClock.ts'
import { texts } from '#desk/orders/texts.ts'
import { soonMs } from '#desk/ui/time/promiseTime.ts'
import { minutesSince, minutesText, timeLeft } from '#desk/board/urgency.ts'

/** What rows can do: one object for all rows, which stays the same from render to render. */
export type RowActions = {
  select: (number: string, isSelected: boolean) => void
  move: (order: BoardOrder, move: StepMove) => void
}

type Props = {
  order: BoardOrder
  step: NextStep | undefined
  /** The phone number of the order's rider, for those who may call. */
  riderPhone: string | undefined
  isSelected: boolean
  isBusy: boolean
  /** False while the store cannot be reached. */
  canMove: boolean
  /** False in search results, which are not for moves of several orders. */
  canSelect: boolean
  actions: RowActions
}

/** An order on the board: a row of columns that line up, on phones a card. */
export const BoardRow = memo(function BoardRow(props: Props) {
  const { number } = props.order
  const row = useRef<HTMLTableRowElement>(null)
  const isOutOfView = useIsOutOfView(row)
  return (
    <ClockPause value={isOutOfView}>
      <tr
        ref={row}
        className={styles.row}
        data-number={number}
        data-selected={props.isSelected || undefined}
      >
        <Cells {...props} />
      </tr>
    </ClockPause>
  )
})

function Cells(props: Props) {
  const { order, isSelected, canSelect, actions } = props
  const urgency = useSecond((nowMs) => urgencyOf(order, nowMs))
  const { number, customer, area, warehouse, rider, itemCount } = order
  return (
    <>
      <td className={styles.check}>
        {canSelect && (
          <input
            type="checkbox"
            aria-label={texts.select(number)}
            checked={isSelected}
            onChange={({ target }) => actions.select(number, target.checked)}
          />
        )}
      </td>
      <td className={styles.promise} data-urgency={urgency}>
        <OrderPromise order={order} />
      </td>
      <td className={styles.number}>
        <Link to={`/orders/${number}`} data-order-link>
          {number}
        </Link>
        {order.purchaseType === 'Try and Buy' && <TrialTag isShort />}
      </td>
      <td className={styles.state}>
        <StateBadge state={order.state} />
      </td>
      <td className={styles.since}>
        <Since at={order.since} />
      </td>
      <td className={styles.customer} title={`${customer}, ${area}`}>
        <span>{customer}</span>
        <span className={styles.faint}>{` · ${area}`}</span>
      </td>
      <td className={styles.items}>
        <Photos photos={order.photos} size="xs" />
        <span className={styles.count}>
          <span aria-hidden="true">{itemCount}</span>
          <VisuallyHidden>{texts.items(itemCount)}</VisuallyHidden>
        </span>
      </td>
      <td className={styles.amount}>{rupeesText(order.totalPaise)}</td>
      <td className={styles.payment}>
        <PaymentText order={order} />
        <span className={styles.onCard}>{` · ${texts.items(itemCount)}`}</span>
      </td>
      <td className={styles.warehouse}>
        <abbr title={warehouse.name}>{initialsOf(warehouse.name)}</abbr>
      </td>
      <td className={styles.rider}>
        {rider ? <span>{rider.name}</span> : <span className={styles.faint}>{texts.noRider}</span>}
      </td>
      <td className={styles.step}>
        <Step {...props} />
      </td>
    </>
  )
}

function Step({ order, step, riderPhone, isBusy, canMove, actions }: Props) {
  const { number, rider } = order
  if (step?.kind === 'move') {
    return (
      <Button
        size="s"
        variant="line"
        className={styles.button}
        disabled={!canMove}
        aria-disabled={isBusy || undefined}
        aria-label={isBusy ? undefined : `${texts.moves[step.move]} ${number}`}
        onClick={() => isBusy || actions.move(order, step.move)}
      >
        {isBusy ? texts.moving : texts.moves[step.move]}
      </Button>
    )
  }
  if (step?.kind === 'decide') {
    return (
      <Button
        size="s"
        variant="line"
        className={styles.button}
        component={Link}
        to={`/orders/${number}`}
        aria-label={`${texts.decide} ${number}`}
      >
        {texts.decide}
      </Button>
    )
  }
  if (step?.kind !== 'call' || !riderPhone) return null
  return (
    <Button
      size="s"
      variant="quiet"
      className={`${styles.button} ${styles.call}`}
      component="a"
      href={`tel:${riderPhone}`}
      leftSection={<Icon name="phone" size="s" />}
      aria-label={`${texts.callRider(rider?.name ?? '')}, ${number}`}
    >
      {texts.call}
    </Button>
  )
}

function Since({ at }: { at: string }) {
  const minutes = useSecond((nowMs) => minutesSince(at, nowMs))
  return <span>{minutesText(minutes)}</span>
}

function urgencyOf({ promisedBy, state }: BoardOrder, nowMs: number): string {
  if (state === 'failed') return 'late'
  const left = timeLeft(promisedBy, nowMs) ?? Infinity
  return left < 0 ? 'late' : left < soonMs ? 'soon' : 'later'
}

/** 'Vijay Nagar' is VN, 'Annapurna' is AN. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word[0]).join('') : name.slice(0, 2)
  return letters.slice(0, 3).toUpperCase()
}

import { clockTime } from '#contract/values/indianTime.ts'
import type { Order, OrderStatus, OrderStep } from '#contract/orders/order.ts'
import type { PurchaseType } from '#contract/cart/cart.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import styles from './OrderTracker.module.css'

export type TrackerStep = {
  status: OrderStatus
  state: 'done' | 'current' | 'upcoming' | 'cancelled'
  /** When it was reached. */
  at?: string | undefined
}

const statusPaths: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['Accepted', 'Shipped', 'On the way', 'Delivered'],
  'Try and Buy': ['Accepted', 'Shipped', 'On the way', 'Arrived', 'Size Trialing', 'Delivered'],
}

type TrackedOrder = Pick<Order, 'orderType' | 'orderStatus' | 'history'>

/** The steps of an order: past, current and future. */
export const trackerSteps = ({ orderType, orderStatus, history }: TrackedOrder): TrackerStep[] =>
  stepsOf(statusPaths[orderType], orderStatus, history)

/** The steps along `path` with the times when they were reached. A cancelled order has two. */
export function stepsOf(
  path: OrderStatus[],
  status: OrderStatus,
  history: OrderStep[],
): TrackerStep[] {
  const atOf = (reached: OrderStatus) => history.find((step) => step.status === reached)?.at
  if (status === 'Cancelled') {
    return [
      { status: 'Accepted', state: 'done', at: atOf('Accepted') },
      { status: 'Cancelled', state: 'cancelled', at: atOf('Cancelled') },
    ]
  }
  const here = path.indexOf(status)
  return path.map((pathStatus, index) => ({
    status: pathStatus,
    state: index < here ? 'done' : index === here ? 'current' : 'upcoming',
    at: index <= here ? atOf(pathStatus) : undefined,
  }))
}

type Props = {
  steps: TrackerStep[]
  label?: string
  /** `timeline` stays vertical on wide screens and shows the date too. */
  look?: 'steps' | 'timeline'
}

const stateLabels = {
  done: 'Completed',
  current: 'Current',
  upcoming: 'Upcoming',
  cancelled: 'Cancelled',
} as const satisfies Record<TrackerStep['state'], string>

/** The steps of an order, as a solid line up to the current one and dashed after it. */
export function OrderTracker({ steps, label = 'Progress', look = 'steps' }: Props) {
  return (
    <ol className={styles.track} data-look={look} aria-label={label}>
      {steps.map(({ status, state, at }) => (
        <li
          key={status}
          className={styles.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {state === 'cancelled' && <Icon name="close" size="xs" />}
            {(state === 'done' || state === 'current') && <Icon name="check" size="xs" />}
          </span>
          <span>
            <VisuallyHidden>{`${stateLabels[state]}: `}</VisuallyHidden>
            <span>{status}</span>
            {at && (
              <small className={styles.time}>
                {look === 'timeline' ? <DateTime at={at} /> : clockTime(new Date(at))}
              </small>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

import type { BoardOrder } from '#contract/staff/board.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { PromiseClock, usePromiseText } from '#desk/ui/time/PromiseClock.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import styles from './OrderParts.module.css'
import { texts } from './texts.ts'
import { isOpen } from '#desk/board/urgency.ts'

export function TrialTag({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className={styles.tag}>
      <Icon name="hanger" size="xs" />
      {isShort && <span aria-hidden="true">{texts.trialShort}</span>}
      {isShort ? <VisuallyHidden>{texts.trial}</VisuallyHidden> : <span>{texts.trial}</span>}
    </span>
  )
}

/** How the order is paid: cash that is still to be collected stands out, with its amount if it is not the total. */
export function PaymentText({ order }: { order: BoardOrder }) {
  if (order.duePaise > 0) {
    return (
      <span className={styles.cash}>
        <Icon name="cash" size="s" />
        <span>{order.isPaid ? texts.cashDueOf(rupeesText(order.duePaise)) : texts.cashDue}</span>
      </span>
    )
  }
  const text = order.isPaid ? texts.paidBy(order.paymentMethod) : texts.unpaid
  return <span className={styles.paid}>{text}</span>
}

type PromiseProps = { order: BoardOrder; isLong?: boolean }

/** The promise of an order; of a failed delivery why it failed, of a closed order when it was due. */
export function OrderPromise({ order, isLong = false }: PromiseProps) {
  const { promisedBy, state } = order
  const until = usePromiseText(promisedBy)
  if (state === 'failed') {
    return (
      <span className={styles.failed}>{texts.attempts(order.failedReason, order.attempts)}</span>
    )
  }
  if (isOpen(order)) return <PromiseClock promisedBy={promisedBy} isLong={isLong} />
  return (
    <span className={styles.due}>
      <small>{until}</small>
    </span>
  )
}

/** A key of the keyboard beside what it does; screen readers read the list of keys instead. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  )
}

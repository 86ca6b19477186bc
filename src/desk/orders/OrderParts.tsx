import { srcSetOf } from '#contract/catalogue/photos.ts'
import { clockTime, dayText, minuteMs, startOfDay } from '#contract/indianTime.ts'
import type { Paise } from '#contract/money.ts'
import type { BoardOrder } from '#contract/staff/board.ts'
import type { BoardState } from '#contract/staff/orderMoves.ts'
import { Icon } from '#desk/ui/Icon.tsx'
import { moneyText, paiseText } from '#ui/text/Price.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { stateLooks } from './orderStates.ts'
import styles from './OrderParts.module.css'
import { useSecond } from './secondClock.ts'
import { texts } from './texts.ts'
import { durationText, isOpen, soonMs, timeLeft } from './urgency.ts'

/** Whole rupees, as in lists: ₹1,29,999. */
export const listMoney = (paise: number): string => moneyText(Math.round(paise / 100))
/** With paise, as in payments: ₹1,309.38. Deductions have a minus. */
export function exactMoney(paise: number): string {
  const text = paiseText(Math.abs(paise) as Paise)
  const withPaise = text.includes('.') ? text : `${text}.00`
  return paise < 0 ? `−${withPaise}` : withPaise
}

/** '6:44 pm', on another day with the day: 'Thu, 26 Nov, 6:44 pm'. */
export function timeText(at: string, nowMs: number): string {
  const moment = new Date(at)
  const isToday = startOfDay(moment) === startOfDay(new Date(nowMs))
  return isToday ? clockTime(moment) : `${dayText(moment)}, ${clockTime(moment)}`
}

export function StateBadge({ state }: { state: BoardState }) {
  const { icon, hue } = stateLooks[state]
  return (
    <span className={`${styles.hue} ${styles.state}`} data-hue={hue}>
      <Icon name={icon} size="s" />
      <span>{texts.states[state]}</span>
    </span>
  )
}

export function TrialTag({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className={styles.tag}>
      <Icon name="hanger" size="xs" />
      {isShort && <span aria-hidden="true">{texts.trialShort}</span>}
      {isShort ? <VisuallyHidden>{texts.trial}</VisuallyHidden> : <span>{texts.trial}</span>}
    </span>
  )
}

/** How the order is paid: cash that is still to be collected stands out. */
export function PaymentText({ order }: { order: BoardOrder }) {
  if (order.duePaise > 0) {
    return (
      <span className={styles.cash}>
        <Icon name="cash" size="s" />
        <span>{texts.cashDue}</span>
      </span>
    )
  }
  const text = order.isPaid ? texts.paidBy(order.paymentMethod) : texts.unpaid
  return <span className={styles.paid}>{text}</span>
}

const hourMinutes = 60

type PromiseProps = { order: BoardOrder; isLong?: boolean }

/** The promise to the customer, counting down; once it is late, counting up. */
export function PromiseClock({ order, isLong = false }: PromiseProps) {
  const { promisedBy, state } = order
  const left = useSecond((nowMs) => {
    const ms = timeLeft(promisedBy, nowMs)
    // Rounded up, so that nothing is late before it counts up.
    return ms === undefined ? NaN : Math.ceil(ms / 1000) * 1000
  })
  const today = useSecond((nowMs) => startOfDay(new Date(nowMs)))
  if (state === 'failed') {
    return (
      <span className={styles.due} data-kind="failed">
        {texts.attempts(order.failedReason, order.attempts)}
      </span>
    )
  }
  if (promisedBy === null) {
    return (
      <span className={styles.due}>
        <small>{texts.noPromise}</small>
      </span>
    )
  }
  const until = timeText(promisedBy, today)
  if (!isOpen(order)) {
    return (
      <span className={styles.due}>
        <small>{until}</small>
      </span>
    )
  }
  const kind = left < 0 ? 'late' : left < soonMs ? 'soon' : 'later'
  return (
    <span className={styles.due} data-kind={kind}>
      {left < 0 ? <Icon name="alert" size="s" /> : <Ring minutes={Math.ceil(left / minuteMs)} />}
      <span>{left < 0 ? texts.isLate(durationText(left)) : durationText(left)}</span>
      <small>{isLong && left >= 0 ? texts.left(until) : until}</small>
    </span>
  )
}

function Ring({ minutes }: { minutes: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle
        cx="10"
        cy="10"
        r="8"
        pathLength={hourMinutes}
        strokeDasharray={`${Math.min(minutes, hourMinutes)} ${hourMinutes}`}
      />
    </svg>
  )
}

type PhotoProps = { src: string | null; alt?: string }

export function Photo({ src, alt = '' }: PhotoProps) {
  return (
    <span className={styles.photo}>
      {src && (
        <img
          src={src}
          srcSet={srcSetOf(src)}
          sizes="2.5rem"
          alt={alt}
          width="80"
          height="100"
          loading="lazy"
          decoding="async"
        />
      )}
    </span>
  )
}

/** The first items of an order; their number is said beside them. */
export function Photos({ photos }: { photos: readonly string[] }) {
  return (
    <span className={styles.photos}>
      {photos.map((photo, position) => (
        <Photo key={position} src={photo} />
      ))}
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

import { minuteMs } from '#contract/values/indianTime.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { durationText, soonMs } from './promiseTime.ts'
import styles from './PromiseClock.module.css'
import { useSecond } from './secondClock.ts'
import { texts } from '#desk/ui/texts.ts'
import { useTimeText } from './timeText.ts'

const hourMinutes = 60

type Props = {
  /** When an open order is promised; null without a promise. */
  promisedBy: string | null
  /** Says what the time is, where there is room. */
  isLong?: boolean
}

/** The time until an order is promised, counting down; once it is late, counting up in red. */
export function PromiseClock({ promisedBy, isLong = false }: Props) {
  const left = useSecond((nowMs) =>
    // Rounded up, so that nothing is late before it counts up.
    promisedBy === null ? NaN : Math.ceil((Date.parse(promisedBy) - nowMs) / 1000) * 1000,
  )
  const until = usePromiseText(promisedBy)
  if (promisedBy === null) return <span className={styles.none}>{texts.noPromise}</span>
  const kind = left < 0 ? 'late' : left < soonMs ? 'soon' : 'later'
  return (
    <span className={styles.clock} data-kind={kind}>
      {kind === 'late' ? (
        <Icon name="alert" size="s" />
      ) : (
        <Ring minutes={Math.ceil(left / minuteMs)} />
      )}
      <span>{kind === 'late' ? texts.late(durationText(left)) : durationText(left)}</span>
      <small>{isLong && left >= 0 ? texts.left(until) : until}</small>
    </span>
  )
}

/** When an order is promised, as a time of today or of another day. */
export function usePromiseText(promisedBy: string | null): string {
  const timeText = useTimeText()
  return promisedBy === null ? texts.noPromise : timeText(promisedBy)
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

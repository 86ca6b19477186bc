import dayjs from 'dayjs'

import { Icon } from '#ui/Icon.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { When } from '#ui/When.tsx'
import styles from './OrderTracker.module.css'
import type { TrackerStep } from './trackerSteps.ts'

type Props = {
  steps: TrackerStep[]
  label?: string
  /** `timeline` stays upright where there is room beside it, and says the day too. */
  look?: 'way' | 'timeline'
}

const words = {
  done: 'Done',
  now: 'Now',
  ahead: 'Ahead',
  cancelled: 'Cancelled',
} as const satisfies Record<TrackerStep['state'], string>

/** The way of an order: sewn as far as it has come, stitches where it is still going. */
export function OrderTracker({ steps, label = 'Progress', look = 'way' }: Props) {
  return (
    <ol className={styles.track} data-look={look} aria-label={label}>
      {steps.map(({ status, state, at }) => (
        <li
          key={status}
          className={styles.step}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {state === 'cancelled' && <Icon name="close" size="xs" />}
            {(state === 'done' || state === 'now') && <Icon name="check" size="xs" />}
          </span>
          <span>
            <Spoken>{words[state]}: </Spoken>
            {status}
            {at && (
              <small className={styles.time}>
                {look === 'timeline' ? <When at={at} /> : dayjs(at).format('hh:mm A')}
              </small>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

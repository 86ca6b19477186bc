import dayjs from 'dayjs'

import { Icon } from '#ui/Icon.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import styles from './OrderTracker.module.css'
import type { TrackerStep } from './trackerSteps.ts'

const words = {
  done: 'Done',
  now: 'Now',
  ahead: 'Ahead',
  cancelled: 'Cancelled',
} as const satisfies Record<TrackerStep['state'], string>

/** The way of an order: sewn as far as it has come, stitches where it is still going. */
export function OrderTracker({ steps }: { steps: TrackerStep[] }) {
  return (
    <ol className={styles.track} aria-label="Progress">
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
            {at && <small className={styles.time}>{dayjs(at).format('hh:mm A')}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}

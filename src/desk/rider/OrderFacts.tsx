import { clockTime, minuteMs } from '#contract/indianTime.ts'
import type { BoardState } from '#contract/staff/orderMoves.ts'
import type { Delivery } from '#contract/staff/riders.ts'
import { Icon } from '#desk/ui/Icon.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { durationText, useSecond } from './clock.ts'
import styles from './OrderFacts.module.css'
import { texts } from './texts.ts'

/** How a state looks: its icon, and the hue of the tokens `--st-…`. */
const looks: Record<BoardState, { icon: string; hue: string }> = {
  new: { icon: 'd-new', hue: 'new' },
  packing: { icon: 'd-packing', hue: 'pack' },
  ready: { icon: 'd-ready', hue: 'ready' },
  withRider: { icon: 'd-scooter', hue: 'ride' },
  onTheWay: { icon: 'd-scooter', hue: 'ride' },
  atDoor: { icon: 'd-door', hue: 'door' },
  trial: { icon: 'hanger', hue: 'trial' },
  failed: { icon: 'alert', hue: 'fail' },
  delivered: { icon: 'check', hue: 'done' },
  cancelled: { icon: 'close', hue: 'done' },
}

export function StateBadge({ state }: { state: BoardState }) {
  const { icon, hue } = looks[state]
  return (
    <span className={styles.state} data-hue={hue}>
      <Icon name={icon} size="xs" />
      <span>{texts.states[state]}</span>
    </span>
  )
}

/** The ring is full from this time before the promise on. */
const ringMs = 60 * minuteMs
const soonMs = 15 * minuteMs
const ringLength = 2 * Math.PI * 8

/** The promise, counting down; late it counts up. */
export function Countdown({ promisedBy }: { promisedBy: string | null }) {
  const now = useSecond()
  if (!promisedBy) return null
  const time = clockTime(new Date(promisedBy))
  const leftMs = Date.parse(promisedBy) - now
  if (leftMs < 0) {
    return (
      <span className={styles.due} data-urgency="late">
        <Icon name="alert" size="s" />
        <span>{texts.late(durationText(-leftMs))}</span>
        <small>{time}</small>
      </span>
    )
  }
  if (leftMs > ringMs) {
    return (
      <span className={styles.due}>
        <Icon name="d-calendar" size="s" />
        <span>{texts.by(time)}</span>
      </span>
    )
  }
  return (
    <span className={styles.due} data-urgency={leftMs < soonMs ? 'soon' : undefined}>
      <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <circle cx="10" cy="10" r="8" strokeDasharray={`${(leftMs / ringMs) * ringLength} 60`} />
      </svg>
      <span>{durationText(leftMs)}</span>
      <small>{time}</small>
    </span>
  )
}

/** What is to be collected, and how the order is delivered. */
export function Tags({ delivery }: { delivery: Delivery }) {
  const { duePaise, purchaseType, attempts } = delivery
  return (
    <p className={styles.tags}>
      {duePaise > 0 ? (
        <span className={styles.tag} data-kind="collect">
          <Icon name="cash" size="xs" />
          <span>{texts.collect(rupeesText(duePaise))}</span>
        </span>
      ) : (
        <span className={styles.tag}>
          <Icon name="check" size="xs" />
          <span>{texts.collectNothing}</span>
        </span>
      )}
      {purchaseType === 'Try and Buy' && (
        <span className={styles.tag}>
          <Icon name="hanger" size="xs" />
          <span>{texts.tryAndBuy}</span>
        </span>
      )}
      {attempts > 0 && (
        <span className={styles.tag}>
          <Icon name="alert" size="xs" />
          <span>{texts.attempts(attempts)}</span>
        </span>
      )}
    </p>
  )
}

export function WaitingMark() {
  return (
    <span className={styles.waiting}>
      <Icon name="d-wait" size="xs" />
      <span>{texts.waiting}</span>
    </span>
  )
}

const maxPhotos = 3

export function Photos({ items }: { items: Delivery['items'] }) {
  return (
    <span className={styles.photos}>
      {items.slice(0, maxPhotos).map(({ item, photo }) => (
        <Photo key={item} photo={photo} />
      ))}
    </span>
  )
}

export function Photo({ photo }: { photo: string | null }) {
  return (
    <span className={styles.photo}>
      {photo && <img src={photo} alt="" width="80" height="100" loading="lazy" />}
    </span>
  )
}

/** The phone's own map application, or a map on the web where there is none for `geo:`. */
export function mapLink({ text, latitude, longitude }: Delivery['address']): string {
  const destination = latitude !== null && longitude !== null ? `${latitude},${longitude}` : text
  const query = new URLSearchParams({ api: '1', destination, travelmode: 'two-wheeler' })
  return `https://www.google.com/maps/dir/?${query}`
}

import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'

import type { Pickup } from '#contract/staff/pickups.ts'
import styles from '#desk/rider/DeliveriesPage.module.css'
import { WaitingMark } from '#desk/rider/OrderFacts.tsx'
import factStyles from '#desk/rider/OrderFacts.module.css'
import { ContactLinks } from '#desk/rider/StopCard.tsx'
import { texts as riderTexts } from '#desk/rider/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { Photos } from '#desk/ui/media/Photo.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { texts } from './texts.ts'

const maxPhotos = 3

type Props = {
  pickup: Pickup
  /** Its place in the list, from 1. */
  place: number
  isWaiting: boolean
  /** Whether it is the open one; the others are short. */
  isCurrent: boolean
  onOpen: () => void
}

/** A stop at which the rider fetches returned or exchanged items. */
export function PickupCard({ pickup, place, isWaiting, isCurrent, onOpen }: Props) {
  const { number, receiver, address, items, notes, failedReason, requestedAt } = pickup
  const timeText = useTimeText()
  return (
    <li className={styles.stop} data-current={isCurrent || undefined}>
      <div className={styles.row}>
        <span className={styles.place}>{place}</span>
        <span className={`${styles.grow} ${styles.address}`}>
          {texts.since(timeText(requestedAt))}
        </span>
        <PickupBadge />
      </div>
      <div className={styles.person}>
        <div className={styles.grow}>
          <h2>{receiver.name}</h2>
          <p className={styles.address}>{address.text}</p>
          <p className={styles.number}>{number}</p>
        </div>
        <Photos photos={items.slice(0, maxPhotos).map(({ photo }) => photo)} />
      </div>
      <div className={styles.facts}>
        <PickupTags pickup={pickup} />
        {isWaiting && <WaitingMark />}
      </div>
      {failedReason && <Note kind="bad">{texts.failedFor(failedReason)}</Note>}
      {notes.map(({ text, by, at }) => (
        <Note key={at} kind="warn" icon="d-note">
          {riderTexts.note(by, text)}
        </Note>
      ))}
      {isCurrent ? (
        <>
          <ContactLinks delivery={pickup} />
          <Button component={Link} to={pickupPath(number)} variant="go" size="l" fullWidth>
            {texts.openDoor}
          </Button>
        </>
      ) : (
        <button
          type="button"
          className={styles.cover}
          aria-label={riderTexts.showPickup(receiver.name)}
          onClick={onOpen}
        />
      )}
    </li>
  )
}

const pickupPath = (number: string) => `/pick-ups/${encodeURIComponent(number)}`

export function PickupBadge() {
  return (
    <span className={styles.pickup}>
      <Icon name="return" size="xs" />
      <span>{texts.pickup}</span>
    </span>
  )
}

/** Of each item: what it is for, and the new size that the customer gets. */
export function PickupTags({ pickup: { items, attempts } }: { pickup: Pickup }) {
  return (
    <p className={factStyles.tags}>
      {items.map(({ item, kind, newSize }) => (
        <span
          key={item}
          className={factStyles.tag}
          data-kind={newSize === null ? undefined : 'collect'}
        >
          <Icon name={kind} size="xs" />
          <span>{newSize === null ? texts.kinds[kind] : texts.handOver(newSize)}</span>
        </span>
      ))}
      {attempts > 0 && (
        <span className={factStyles.tag}>
          <Icon name="alert" size="xs" />
          <span>{riderTexts.attempts(attempts)}</span>
        </span>
      )}
    </p>
  )
}

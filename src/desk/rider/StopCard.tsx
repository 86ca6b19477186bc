import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'

import { phone } from '#contract/rules.ts'
import type { OrderMove } from '#contract/staff/orderMoves.ts'
import type { Delivery } from '#contract/staff/riders.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { submitMove } from './moves/moves.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { Photos } from '#desk/ui/media/Photo.tsx'
import { PromiseClock } from '#desk/ui/time/PromiseClock.tsx'
import { StateBadge } from '#desk/ui/StateBadge.tsx'
import { mapLink, Tags, WaitingMark } from './OrderFacts.tsx'
import styles from './DeliveriesPage.module.css'
import { texts } from './texts.ts'

const maxPhotos = 3

type Props = {
  delivery: Delivery
  /** Its place in the order of the promises, from 1. */
  place: number
  isWaiting: boolean
  /** Whether it is the open one; the others are short. */
  isCurrent: boolean
  onOpen: () => void
}

/** A stop: an order that the rider carries. */
export function StopCard({ delivery, place, isWaiting, isCurrent, onOpen }: Props) {
  const { number, state, promisedBy, receiver, address, items, notes, failedReason } = delivery
  return (
    <li className={styles.stop} data-current={isCurrent || undefined}>
      <div className={styles.row}>
        <span className={styles.place}>{place}</span>
        <div className={styles.grow}>
          <PromiseClock promisedBy={promisedBy} />
        </div>
        <StateBadge state={state} name={texts.states[state]} />
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
        <Tags delivery={delivery} />
        {isWaiting && <WaitingMark />}
      </div>
      {failedReason && state === 'failed' && (
        <Note kind="bad">{texts.door.failedFor(failedReason)}</Note>
      )}
      {notes.map(({ text, by, at }) => (
        <Note key={at} kind="warn" icon="d-note">
          {texts.note(by, text)}
        </Note>
      ))}
      {isCurrent ? (
        <>
          <ContactLinks delivery={delivery} />
          <NextStep delivery={delivery} />
          {plainStepOf(delivery) && (
            <Link className={styles.more} to={doorPath(number)}>
              {texts.items}
            </Link>
          )}
        </>
      ) : (
        <button
          type="button"
          className={styles.cover}
          aria-label={texts.showStop(receiver.name)}
          onClick={onOpen}
        />
      )}
    </li>
  )
}

export const doorPath = (number: string) => `/deliveries/${encodeURIComponent(number)}`

type ContactProps = { delivery: Pick<Delivery, 'receiver' | 'address'> }

export function ContactLinks({ delivery: { receiver, address } }: ContactProps) {
  return (
    <div className={styles.contact}>
      <Button
        component="a"
        variant="line"
        href={`tel:${phone.prefix}${receiver.contactNumber}`}
        aria-label={texts.callName(receiver.name)}
        leftSection={<Icon name="phone" />}
      >
        {texts.call}
      </Button>
      <Button
        component="a"
        variant="line"
        href={mapLink(address)}
        target="_blank"
        rel="noreferrer"
        leftSection={<Icon name="d-navigate" />}
      >
        {texts.navigate}
      </Button>
    </div>
  )
}

/** Steps that need nothing more than a tap. */
const plainSteps: OrderMove[] = ['startDelivery', 'arrive', 'startTrial', 'deliverAgain']
export const plainStepOf = ({ moves }: Delivery): OrderMove | undefined =>
  moves.find((move) => plainSteps.includes(move))

/** The one thing to do next. */
function NextStep({ delivery }: { delivery: Delivery }) {
  const step = plainStepOf(delivery)
  if (step) {
    return (
      <Button
        variant="go"
        size="l"
        fullWidth
        onClick={() => void submitMove(delivery, { move: step })}
      >
        {texts.steps[step]}
      </Button>
    )
  }
  return (
    <Button component={Link} to={doorPath(delivery.number)} variant="go" size="l" fullWidth>
      {delivery.state === 'trial' ? texts.openTrial : texts.openDoor}
    </Button>
  )
}

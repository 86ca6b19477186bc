import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'

import * as rules from '#contract/rules.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Card } from '#desk/ui/Card.tsx'
import styles from './OrderPage.module.css'
import { Key } from './OrderParts.tsx'
import { texts } from './texts.ts'

type Props = {
  order: StaffOrder
  /** Missing where the address cannot be corrected, or not by this role. */
  onCorrect?: () => void
}

/** Who ordered, who receives, and where. */
export function OrderCustomer({ order, onCorrect }: Props) {
  const { person, receiver, address, rider } = order
  const { earlierOrders, refusedDeliveries } = person
  return (
    <Card
      title={texts.order.customer}
      action={
        onCorrect && (
          <Button
            size="s"
            variant="line"
            aria-label={texts.correct.openLabel}
            rightSection={<Key>{texts.correct.key}</Key>}
            onClick={onCorrect}
          >
            {texts.correct.open}
          </Button>
        )
      }
    >
      <div className={styles.people}>
        <Person name={person.name} contactNumber={person.contactNumber}>
          {[
            texts.order.earlier(earlierOrders),
            refusedDeliveries > 0 && texts.order.refused(refusedDeliveries),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Person>
        {earlierOrders > 0 && (
          <Link className={styles.link} to={`/board?${searchOf(person)}`}>
            {texts.order.allOrders}
          </Link>
        )}
        {receiver && isSomebodyElse(order) && (
          <Person name={receiver.name} contactNumber={receiver.contactNumber}>
            {texts.order.receiver}
          </Person>
        )}
        <address className={styles.address}>
          {[address.street, address.city, address.state, address.postalCode]
            .filter(Boolean)
            .join(', ')}
        </address>
        <a className={styles.link} href={mapUrl(address)} target="_blank" rel="noreferrer">
          <Icon name="pin" size="s" />
          <span>{texts.order.map}</span>
        </a>
        {rider && (
          <Person name={rider.name} contactNumber={null}>
            {texts.rider}
          </Person>
        )}
      </div>
    </Card>
  )
}

type PersonProps = { name: string; contactNumber: string | null; children: string }

function Person({ name, contactNumber, children }: PersonProps) {
  return (
    <div className={styles.person}>
      <div>
        <p>
          <b>{name}</b>
        </p>
        <p className={styles.muted}>{children}</p>
      </div>
      {contactNumber && <Phone name={name} contactNumber={contactNumber} />}
    </div>
  )
}

/** A masked number cannot be called. */
function Phone({ name, contactNumber }: { name: string; contactNumber: string }) {
  const text = `${rules.phone.prefix} ${contactNumber}`
  if (!/^\d+$/.test(contactNumber)) return <span className={styles.muted}>{text}</span>
  return (
    <Button
      size="s"
      variant="line"
      component="a"
      href={`tel:${rules.phone.prefix}${contactNumber}`}
      leftSection={<Icon name="phone" size="s" />}
      aria-label={`${texts.order.callPerson(name)}, ${text}`}
    >
      {text}
    </Button>
  )
}

const isSomebodyElse = ({ person, receiver }: StaffOrder): boolean =>
  receiver?.name !== person.name || receiver.contactNumber !== person.contactNumber

/** The person's orders are found by the phone number, or by the name where it is masked. */
const searchOf = ({ name, contactNumber }: StaffOrder['person']): string => {
  const isMasked = !contactNumber || !/^\d+$/.test(contactNumber)
  return new URLSearchParams({ q: isMasked ? name : contactNumber }).toString()
}

/** The address in the device's map application, by its point or else by its words. */
const mapUrl = ({ latitude, longitude, street, city, postalCode }: StaffOrder['address']) => {
  const isKnown = latitude !== null && longitude !== null
  const query = isKnown ? `${latitude},${longitude}` : `${street}, ${city} ${postalCode}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`
}

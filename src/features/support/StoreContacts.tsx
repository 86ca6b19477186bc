import * as rules from '#contract/rules.ts'
import { useStoreFacts } from '#platform/api/storeFacts.ts'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { PhoneLink } from '#ui/text/numbers.tsx'
import { Actions } from './policies/PolicyText.tsx'

/** Contact details of the store. */
export function ContactLines() {
  const store = useStoreFacts()
  if (!store) return null
  const { address, email, phone, hours } = store.contacts
  return (
    <ul>
      <li>
        <address>{address}</address>
      </li>
      <li>
        <a href={`mailto:${email}`}>{email}</a>
      </li>
      <li>
        <PhoneLink phone={phone} />
        {hours && <span>{`, ${hours}`}</span>}
      </li>
    </ul>
  )
}

type QuickContactLinksProps = {
  /** The order that it is about: its delivery agent is called too, so the phone link has another name. */
  orderNumber?: string
}

/** Ways to reach the store with one tap. A message about an order begins with its number. */
export function QuickContactLinks({ orderNumber }: QuickContactLinksProps) {
  const contacts = useStoreFacts()?.contacts
  if (!contacts) return null
  const { phone, whatsapp } = contacts
  return (
    <Actions>
      <ButtonLink variant="outline" size="s" to={`tel:${phone.replace(/\s/g, '')}`}>
        {/* The text of a phone link must not break. */}
        {orderNumber ? 'Phone us' : 'Call\u00a0us'}
      </ButtonLink>
      {whatsapp && (
        <ButtonLink
          variant="outline"
          size="s"
          to={`https://wa.me/${whatsapp.replace(/\D/g, '')}${orderNumber ? `?text=${encodeURIComponent(`Order ${orderNumber}: `)}` : ''}`}
          target="_blank"
          rel="noreferrer"
        >
          Message us on WhatsApp
        </ButtonLink>
      )}
    </Actions>
  )
}

/** The legal entity and the grievance officer. */
export function LegalContacts() {
  const store = useStoreFacts()
  if (!store) return null
  const { name, address, gstin, state } = store.legalEntity
  const { acknowledgeHours, settleDays } = rules.grievance
  const officer = store.grievanceOfficer
  return (
    <>
      <h2>Company details</h2>
      <p>{`${name}, ${address}. GSTIN ${gstin}${state ? `, registered in ${state}` : ''}.`}</p>
      <h2>Grievance officer</h2>
      <p>
        <span>{`${officer.name}, ${officer.designation ?? 'Grievance Officer'}`}</span>.{' '}
        <a href={`mailto:${officer.email}`}>{officer.email}</a>, <PhoneLink phone={officer.phone} />
        <span>{officer.hours && `, ${officer.hours}`}</span>. We acknowledge complaints within{' '}
        <span>{acknowledgeHours}</span> hours and resolve them within <span>{settleDays}</span>{' '}
        days.
      </p>
    </>
  )
}

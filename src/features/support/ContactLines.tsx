import { PhoneLink } from '#ui/PhoneLink.tsx'
import { useStoreFacts } from './useStoreFacts.ts'

/** Where the store can be reached. */
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
        {hours && `, ${hours}`}
      </li>
    </ul>
  )
}

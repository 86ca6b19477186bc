import { useStoreFacts } from './useStoreFacts.ts'

/** Where the store can be reached. */
export function ContactLines() {
  const store = useStoreFacts()
  if (!store) return null
  const { address, email, phone } = store.contacts
  return (
    <ul>
      <li>
        <address>{address}</address>
      </li>
      <li>
        <a href={`mailto:${email}`}>{email}</a>
      </li>
      <li>
        <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
      </li>
    </ul>
  )
}

import { rules } from '#contract/rules.ts'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import { useStoreFacts } from './useStoreFacts.ts'

/** The company behind the store, and whom to complain to. */
export function LegalLines() {
  const store = useStoreFacts()
  if (!store) return null
  const { name, address, gstin, state } = store.legalEntity
  const { acknowledgeHours, settleDays } = rules.grievance
  const officer = store.grievanceOfficer
  return (
    <>
      <h2>Who runs this store</h2>
      <p>
        {name}, {address}. GSTIN {gstin}
        {state && `, registered in ${state}`}.
      </p>
      <h2>Grievance officer</h2>
      <p>
        {officer.name}, {officer.designation ?? 'Grievance Officer'}.{' '}
        <a href={`mailto:${officer.email}`}>{officer.email}</a>, <PhoneLink phone={officer.phone} />
        {officer.hours && `, ${officer.hours}`}. A complaint gets a ticket, is acknowledged within{' '}
        {acknowledgeHours} hours and settled within {settleDays} days.
      </p>
    </>
  )
}

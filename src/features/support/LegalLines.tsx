import { useStoreFacts } from './useStoreFacts.ts'

/** The company behind the store, and whom to complain to. */
export function LegalLines() {
  const store = useStoreFacts()
  if (!store) return null
  const { legalEntity, grievanceOfficer } = store
  return (
    <>
      <h2>Who runs this store</h2>
      <p>
        {legalEntity.name}, {legalEntity.address}. GSTIN {legalEntity.gstin}.
      </p>
      <h2>Grievance officer</h2>
      <p>
        {grievanceOfficer.name},{' '}
        <a href={`mailto:${grievanceOfficer.email}`}>{grievanceOfficer.email}</a>,{' '}
        <a href={`tel:${grievanceOfficer.phone.replace(/\s/g, '')}`}>{grievanceOfficer.phone}</a>. A
        complaint is acknowledged within 48 hours and settled within a month.
      </p>
    </>
  )
}

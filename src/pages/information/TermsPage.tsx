import { LegalLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, PolicyText, Sections } from '#features/support/policies/PolicyText.tsx'
import { terms } from '#features/support/policies/policies.ts'

export default function TermsPage() {
  return (
    <PolicyText title="Terms and conditions" lead="The terms for shopping with us.">
      <Sections sections={terms} />
      <LegalLines />
      <PolicyLinks except="terms" />
    </PolicyText>
  )
}

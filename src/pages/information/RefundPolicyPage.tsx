import { LegalLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, PolicyText, Sections } from '#features/support/policies/PolicyText.tsx'
import { refund } from '#features/support/policies/policies.ts'

export default function RefundPolicyPage() {
  return (
    <PolicyText
      title="Refund policy"
      lead="Refunds are automatic: you don’t have to ask for your money."
    >
      <Sections sections={refund} />
      <LegalLines />
      <PolicyLinks except="refund" />
    </PolicyText>
  )
}

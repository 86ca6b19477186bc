import { LegalLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, PolicyText, Sections } from '#features/support/policies/PolicyText.tsx'
import { privacy } from '#features/support/policies/policies.ts'

export default function PrivacyPage() {
  return (
    <PolicyText
      title="Privacy policy"
      lead="What data we collect, why, how long we keep it, and your rights under the Digital Personal Data Protection Act, 2023."
    >
      <Sections sections={privacy} />
      <LegalLines />
      <PolicyLinks except="privacy" />
    </PolicyText>
  )
}

import { LegalLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, Prose, Sections } from '#features/support/policies/PolicyText.tsx'
import { privacy } from '#features/support/policies/privacy.ts'

export default function PrivacyPage() {
  return (
    <Prose
      title="Privacy policy"
      lead="What we know about you, why, for how long, and what you can do about it, as the Digital Personal Data Protection Act, 2023 asks."
    >
      <Sections sections={privacy} />
      <LegalLines />
      <PolicyLinks except="privacy" />
    </Prose>
  )
}

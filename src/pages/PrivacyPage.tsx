import { LegalLines } from '#features/support/LegalLines.tsx'
import { PolicyLinks } from '#features/support/PolicyLinks.tsx'
import { privacy } from '#features/support/privacySections.ts'
import { Prose } from '#features/support/Prose.tsx'
import { Sections } from '#features/support/Sections.tsx'

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

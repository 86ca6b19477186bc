import { LegalLines } from '#features/support/LegalLines.tsx'
import { PolicyLinks } from '#features/support/PolicyLinks.tsx'
import { Prose } from '#features/support/Prose.tsx'
import { Sections } from '#features/support/Sections.tsx'
import { terms } from '#features/support/termsSections.ts'

export default function TermsPage() {
  return (
    <Prose title="Terms and conditions" lead="What you can expect of us, and we of you.">
      <Sections sections={terms} />
      <LegalLines />
      <PolicyLinks except="terms" />
    </Prose>
  )
}

import { ContactLines } from '#features/support/ContactLines.tsx'
import { LegalLines } from '#features/support/LegalLines.tsx'
import { Prose } from '#features/support/Prose.tsx'

export default function ContactPage() {
  return (
    <Prose title="Contact us" lead="We answer between 9AM and 9PM, every day.">
      <ContactLines />
      <LegalLines />
    </Prose>
  )
}

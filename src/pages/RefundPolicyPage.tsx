import { LegalLines } from '#features/support/LegalLines.tsx'
import { PolicyLinks } from '#features/support/PolicyLinks.tsx'
import { Prose } from '#features/support/Prose.tsx'
import { refund } from '#features/support/refundSections.ts'
import { Sections } from '#features/support/Sections.tsx'

export default function RefundPolicyPage() {
  return (
    <Prose title="Refund policy" lead="Money comes back by itself. You never have to ask twice.">
      <Sections sections={refund} />
      <LegalLines />
      <PolicyLinks except="refund" />
    </Prose>
  )
}

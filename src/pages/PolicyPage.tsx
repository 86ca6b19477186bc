import { policyNames } from '#contract/policyNames.ts'
import { ContactLines } from '#features/support/ContactLines.tsx'
import { LegalLines } from '#features/support/LegalLines.tsx'
import { PolicyLinks } from '#features/support/PolicyLinks.tsx'
import { policySections } from '#features/support/policySections.ts'
import { Prose } from '#features/support/Prose.tsx'
import { Sections } from '#features/support/Sections.tsx'
import { usePathPart } from '#platform/usePathPart.ts'

/** Each policy at an address of its own. The heading is the type as the address names it. */
export default function PolicyPage() {
  const policyType = usePathPart('policyType')
  const name = policyNames.get(policyType)
  const sections = name === undefined ? [] : (policySections[policyType] ?? [])

  return (
    <Prose
      title={policyType}
      lead={name ?? 'We have no policy of this name. These are the ones we have.'}
    >
      <Sections sections={sections} />
      {name !== undefined && (
        <>
          <h2>Questions</h2>
          <ContactLines />
        </>
      )}
      <LegalLines />
      <PolicyLinks except={policyType} />
    </Prose>
  )
}

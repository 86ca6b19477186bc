import { policyNames } from '#contract/paths.ts'
import { ContactLines, LegalLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, PolicyText, Sections } from '#features/support/policies/PolicyText.tsx'
import { policySections } from '#features/support/policies/policies.ts'
import { usePathParam } from '#platform/usePathParam.ts'

/** One policy. The heading is the type in the URL. */
export default function PolicyPage() {
  const policyType = usePathParam('policyType')
  const name = policyNames.get(policyType)
  const sections = name === undefined ? [] : (policySections[policyType] ?? [])

  return (
    <PolicyText
      title={policyType}
      lead={name ?? 'We couldn’t find this policy. Here are all our policies.'}
    >
      <Sections sections={sections} />
      {name !== undefined && (
        <>
          <h2>Have a question?</h2>
          <ContactLines />
        </>
      )}
      <LegalLines />
      <PolicyLinks except={policyType} />
    </PolicyText>
  )
}

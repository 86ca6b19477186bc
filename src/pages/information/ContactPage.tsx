import { Link } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { ContactLines, LegalLines } from '#features/support/StoreContacts.tsx'
import { Prose } from '#features/support/policies/PolicyText.tsx'

export default function ContactPage() {
  return (
    <Prose title="Contact us" lead="A person reads what you write, and answers.">
      <ContactLines />
      <h2>Before you write</h2>
      <p>
        <Link to={paths.faq}>Frequently asked questions</Link> answer most things at once. Where an
        order is stands under <Link to={paths.tracking}>Track order</Link>. A complaint with a
        ticket is made under <Link to={paths.support}>Customer Support</Link>.
      </p>
      <LegalLines />
    </Prose>
  )
}

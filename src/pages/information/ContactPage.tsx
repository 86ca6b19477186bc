import { Link } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { ContactLines, LegalLines } from '#features/support/StoreContacts.tsx'
import { PolicyText } from '#features/support/policies/PolicyText.tsx'

export default function ContactPage() {
  return (
    <PolicyText title="Contact us" lead="Real people read your messages and reply.">
      <ContactLines />
      <h2>Quick answers</h2>
      <p>
        Most questions are answered in our <Link to={paths.faq}>frequently asked questions</Link>.
        You can follow your orders under <Link to={paths.tracking}>Track Order</Link>, and make a
        complaint under <Link to={paths.support}>Customer Support</Link>.
      </p>
      <LegalLines />
    </PolicyText>
  )
}

import { Link, useParams } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { Prose } from '#features/support/Prose.tsx'

/** The policies by their old addresses: the heading is the type as the address names it. */
export default function PolicyPage() {
  const { policyType = '' } = useParams()
  return (
    <Prose title={policyType}>
      <p>Our policies in full:</p>
      <ul>
        <li>
          <Link to={paths.terms}>Terms and conditions</Link>
        </li>
        <li>
          <Link to={paths.privacy}>Privacy policy</Link>
        </li>
        <li>
          <Link to={paths.refundPolicy}>Refund policy</Link>
        </li>
      </ul>
    </Prose>
  )
}

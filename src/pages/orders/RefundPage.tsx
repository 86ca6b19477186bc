import { Link } from 'react-router-dom'

import { paths, trackingPath } from '#contract/paths.ts'
import { PolicyText } from '#features/support/policies/PolicyText.tsx'
import { usePathParam } from '#platform/usePathParam.ts'

export default function RefundPage() {
  const orderId = usePathParam('orderId')
  return (
    <PolicyText title={`Refund Details of order ${orderId}`}>
      <p>
        What an order has cost and what came back of it stands in{' '}
        <Link to={trackingPath(orderId)}>the order itself</Link>; when money comes back, in our{' '}
        <Link to={paths.refundPolicy}>refund policy</Link>.
      </p>
    </PolicyText>
  )
}

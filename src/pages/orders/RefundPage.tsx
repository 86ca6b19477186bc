import { Link } from 'react-router-dom'

import { paths, trackingPath } from '#contract/paths.ts'
import { PolicyText } from '#features/support/policies/PolicyText.tsx'
import { usePathParam } from '#platform/usePathParam.ts'

export default function RefundPage() {
  const orderId = usePathParam('orderId')
  return (
    <PolicyText title={`Refund Details of order ${orderId}`}>
      <p>
        What you paid and what we've refunded is shown in{' '}
        <Link to={trackingPath(orderId)}>your order</Link>. Our{' '}
        <Link to={paths.refundPolicy}>refund policy</Link> explains when you'll get your money.
      </p>
    </PolicyText>
  )
}

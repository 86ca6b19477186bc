import { Link } from 'react-router-dom'

import { fillPath, paths } from '#contract/paths.ts'
import { LegalLines, useStoreFacts } from '#features/support/StoreContacts.tsx'
import { numbers, PolicyText } from '#features/support/policies/PolicyText.tsx'

export default function AboutPage() {
  const name = useStoreFacts()?.name ?? 'Pehno'
  return (
    <PolicyText title="About us" lead="Indian fashion, delivered in 60 minutes.">
      <p>
        {name} stocks Indian brands in warehouses close to where you live, so that we can deliver
        within the hour: kurtas and kurtis, sarees and sherwanis, denim, footwear and bags, for
        women and men.
      </p>
      <h2>Fast, because we’re close</h2>
      <p>
        Your order comes from the warehouse nearest to you, in {numbers.quick} or {numbers.slow}.
        Order between {numbers.closing} and {numbers.opening}, and we’ll deliver after{' '}
        {numbers.opening}.
      </p>
      <h2>The right fit</h2>
      <p>
        In Indore you can{' '}
        <Link to={fillPath(paths.policy, { policyType: 'try-and-buy' })}>try two sizes</Link> at
        your door and keep the one that fits. Everywhere else you can{' '}
        <Link to={fillPath(paths.policy, { policyType: 'returns' })}>return</Link> or exchange an
        item within {numbers.returnWindow}.
      </p>
      <h2>No surprises</h2>
      <p>
        Every product page says who made the item, where it was made and what’s in the pack. Prices
        include all taxes. Reviews come from customers who received the item, and we don’t remove
        the critical ones.
      </p>
      <LegalLines />
    </PolicyText>
  )
}

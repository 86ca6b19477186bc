import { Link } from 'react-router-dom'

import { fillPath, paths } from '#contract/paths.ts'
import { LegalLines, useStoreFacts } from '#features/support/StoreContacts.tsx'
import { numbers } from '#features/support/policies/policyNumbers.ts'
import { Prose } from '#features/support/policies/PolicyText.tsx'

export default function AboutPage() {
  const name = useStoreFacts()?.name ?? 'Pehno'
  return (
    <Prose title="About us" lead="Clothes for the evening you have just been invited to.">
      <p>
        {name} keeps clothes from Indian brands in warehouses close to where people live, and brings
        them to the door within the hour. Kurtas and kurtis, sarees and sherwanis, denim, footwear
        and bags, for women and men.
      </p>
      <h2>Near, therefore fast</h2>
      <p>
        We promise what we can keep: {numbers.quick} or {numbers.slow}, by the warehouse that is
        nearest to you. Between {numbers.closing} and {numbers.opening} everybody sleeps, and your
        order comes after {numbers.opening}.
      </p>
      <h2>It has to fit</h2>
      <p>
        In Indore you can{' '}
        <Link to={fillPath(paths.policy, { policyType: 'try-and-buy' })}>try</Link> two sizes at
        your door and keep the one that fits. Everywhere else a Standard order can be{' '}
        <Link to={fillPath(paths.policy, { policyType: 'returns' })}>returned</Link> or exchanged
        within {numbers.returnWindow}.
      </p>
      <h2>Nothing hidden</h2>
      <p>
        Every piece says who made it, where, and what is in the pack. The price is the price, taxes
        included. Reviews come from people who have received the piece, and all of them stay.
      </p>
      <LegalLines />
    </Prose>
  )
}

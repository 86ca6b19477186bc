import { Link } from 'react-router-dom'

import { fillPath, orderPath, paths, policyNames } from '#contract/pages/paths.ts'
import { ContactLines, LegalContacts } from '#features/support/StoreContacts.tsx'
import { useStoreFacts } from '#platform/api/storeFacts.ts'
import { documentStoreName } from '#platform/documentStoreName.ts'
import { usePolicyNumbers } from '#features/support/policies/policyNumbers.ts'
import { PolicyLinks, PolicyText, Sections } from '#features/support/policies/PolicyText.tsx'
import { QuestionList } from '#features/support/policies/QuestionList.tsx'
import { policySections } from '#features/support/policies/policies.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { usePathParam } from '#platform/usePathParam.ts'
import { LoadingFallback } from '#ui/feedback/Loading.tsx'

export function AboutPage() {
  const name = useStoreFacts()?.name ?? documentStoreName()
  const numbers = usePolicyNumbers()
  return (
    <PolicyText title="About us" lead={`Indian fashion, delivered in ${numbers.slow}.`}>
      <p>
        <span>{name}</span> stocks Indian brands in warehouses close to where you live, so that we
        can deliver within the hour: kurtas and kurtis, sarees and sherwanis, denim, footwear and
        bags, for women and men.
      </p>
      <h2>Fast, because we’re close</h2>
      <p>
        Your order comes from the warehouse nearest to you, in <span>{numbers.quick}</span> or{' '}
        <span>{numbers.slow}</span>. Order between <span>{numbers.closing}</span> and{' '}
        <span>{numbers.opening}</span>, and we’ll deliver the same or the next morning, usually by{' '}
        <span>{numbers.morning}</span>.
      </p>
      <h2>The right fit</h2>
      {numbers.tryAndBuyCities && (
        <p>
          <span>{`In ${numbers.tryAndBuyCities} you can `}</span>
          <Link to={fillPath(paths.policy, { policyType: 'try-and-buy' })}>try two sizes</Link> at
          your door and keep the one that fits.
        </p>
      )}
      <p>
        You can <Link to={fillPath(paths.policy, { policyType: 'returns' })}>return</Link> or
        exchange items from a Standard order within <span>{numbers.returnWindow}</span> of delivery,
        wherever you live.
      </p>
      <h2>No surprises</h2>
      <p>
        Every product page says who made the item, where it was made and what’s in the pack. Prices
        include all taxes. Reviews come from customers who received the item, and we don’t remove
        critical ones.
      </p>
      <LegalContacts />
    </PolicyText>
  )
}

export function ContactPage() {
  return (
    <PolicyText title="Contact us" lead="Call or email us. We’re happy to help.">
      <ContactLines />
      <h2>Quick answers</h2>
      <p>
        Most questions are answered in our <Link to={paths.faq}>frequently asked questions</Link>.
        You can follow your orders under <Link to={paths.tracking}>Track Order</Link>, and make a
        complaint under <Link to={paths.support}>Customer Support</Link>.
      </p>
      <LegalContacts />
    </PolicyText>
  )
}

export function FaqPage() {
  return (
    <PolicyText title="Frequently asked questions">
      <QuestionList />
      <h2>Still have a question?</h2>
      <ContactLines />
      <PolicyLinks />
    </PolicyText>
  )
}

function PolicySections({ policyType }: { policyType: string }) {
  return <Sections sections={policySections(policyType, usePolicyNumbers()) ?? []} />
}

/** One policy. The heading is the type in the URL. */
export function PolicyPage() {
  const policyType = usePathParam('policyType')
  const name = policyNames.get(policyType)

  return (
    <PolicyText
      title={policyType}
      isTitleInHeader={false}
      lead={name ?? 'We couldn’t find this policy. Here are all our policies.'}
      isLeadInHeader={name !== undefined}
    >
      <PolicySections policyType={policyType} />
      {name !== undefined && (
        <>
          <h2>Have a question?</h2>
          <ContactLines />
        </>
      )}
      <LegalContacts />
      <PolicyLinks except={policyType} />
    </PolicyText>
  )
}

export function TermsPage() {
  return (
    <PolicyText title="Terms and conditions" lead="The terms for shopping with us.">
      <PolicySections policyType="terms" />
      <LegalContacts />
      <PolicyLinks except="terms" />
    </PolicyText>
  )
}

export function PrivacyPage() {
  return (
    <PolicyText
      title="Privacy policy"
      lead="What data we collect, why, how long we keep it, and your rights under the Digital Personal Data Protection Act, 2023."
    >
      <PolicySections policyType="privacy" />
      <LegalContacts />
      <PolicyLinks except="privacy" />
    </PolicyText>
  )
}

export function RefundPolicyPage() {
  return (
    <PolicyText title="Refund policy" lead="What we refund, how and when.">
      <PolicySections policyType="refund" />
      <LegalContacts />
      <PolicyLinks except="refund" />
    </PolicyText>
  )
}

/** Imported separately, so that the policy pages do not load the order components. */
const loadRefund = () => import('./RefundDetails.tsx')

/** The refund of an order. */
export function RefundPage() {
  const orderId = usePathParam('orderId')
  const { module, problem, retry } = useDeferredImport(loadRefund)
  return (
    <>
      <PolicyText title={`Refund Details of order ${orderId}`} isTitleInHeader={false}>
        <p>
          Here’s what you paid and what we’ve refunded. Our{' '}
          <Link to={paths.refundPolicy}>refund policy</Link> explains when you’ll get your money
          back. <Link to={orderPath(orderId)}>View your order</Link>
        </p>
      </PolicyText>
      {module ? (
        <module.RefundDetails orderId={orderId} />
      ) : (
        <LoadingFallback problem={problem} retry={retry} />
      )}
    </>
  )
}

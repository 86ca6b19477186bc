import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

import { useIsClient } from '#platform/rendering/hydration.ts'
import { useRecentOrders } from '#features/orders/useOrders.ts'
import { ComplaintForm } from '#features/support/ComplaintForm.tsx'
import { OwnComplaints } from '#features/support/OwnComplaints.tsx'
import { ContactLines, QuickContactLinks } from '#features/support/StoreContacts.tsx'
import { PolicyText } from '#features/support/policies/PolicyText.tsx'
import { QuestionList } from '#features/support/policies/QuestionList.tsx'

export default function SupportPage() {
  const orders = useRecentOrders()
  const [params] = useSearchParams()
  const { hash } = useLocation()
  // The server does not know the fragment.
  const isAnswerWanted = useIsClient() && hash === '#complaints'
  useEffect(() => {
    if (hash === '#complaint') document.getElementById('complaint')?.scrollIntoView()
  }, [hash])
  return (
    <PolicyText title="Customer Support" lead="Find an answer below, or get in touch.">
      <QuestionList />
      <h2>Contact us</h2>
      <QuickContactLinks />
      <ContactLines />
      <OwnComplaints isWanted={isAnswerWanted} />
      <h2 id="complaint">Make a complaint</h2>
      <p>You’ll get a ticket number, and our grievance officer will get back to you.</p>
      <ComplaintForm orders={orders} orderNumber={params.get('order') ?? undefined} />
    </PolicyText>
  )
}

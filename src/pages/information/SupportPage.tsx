import { ComplaintForm } from '#features/support/ComplaintForm.tsx'
import { ContactLines } from '#features/support/StoreContacts.tsx'
import { Prose } from '#features/support/policies/PolicyText.tsx'
import { QuestionList } from '#features/support/policies/QuestionList.tsx'

export default function SupportPage() {
  return (
    <Prose title="Customer Support" lead="Most answers are here. For the rest, write or call.">
      <QuestionList />
      <h2>Talk to us</h2>
      <ContactLines />
      <h2>Make a complaint</h2>
      <p>It gets a ticket, and our grievance officer sees to it.</p>
      <ComplaintForm />
    </Prose>
  )
}

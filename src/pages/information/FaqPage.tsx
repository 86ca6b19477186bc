import { ContactLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, Prose } from '#features/support/policies/PolicyText.tsx'
import { QuestionList } from '#features/support/policies/QuestionList.tsx'

export default function FaqPage() {
  return (
    <Prose title="Frequently asked questions">
      <QuestionList />
      <h2>Still have a question?</h2>
      <ContactLines />
      <PolicyLinks />
    </Prose>
  )
}

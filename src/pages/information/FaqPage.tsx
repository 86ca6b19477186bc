import { ContactLines } from '#features/support/StoreContacts.tsx'
import { PolicyLinks, PolicyText } from '#features/support/policies/PolicyText.tsx'
import { QuestionList } from '#features/support/policies/QuestionList.tsx'

export default function FaqPage() {
  return (
    <PolicyText title="Frequently asked questions">
      <QuestionList />
      <h2>Still have a question?</h2>
      <ContactLines />
      <PolicyLinks />
    </PolicyText>
  )
}

import { ContactLines } from '#features/support/ContactLines.tsx'
import { PolicyLinks } from '#features/support/PolicyLinks.tsx'
import { Prose } from '#features/support/Prose.tsx'
import { QuestionList } from '#features/support/QuestionList.tsx'

export default function FaqPage() {
  return (
    <Prose title="Frequently asked questions">
      <QuestionList />
      <h2>Still asking?</h2>
      <ContactLines />
      <PolicyLinks />
    </Prose>
  )
}

import { Prose } from '#features/support/Prose.tsx'
import { QuestionList } from '#features/support/QuestionList.tsx'

export default function FaqPage() {
  return (
    <Prose title="Frequently asked questions">
      <QuestionList />
    </Prose>
  )
}

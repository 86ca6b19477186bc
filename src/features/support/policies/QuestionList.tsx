import { Disclosure } from '#ui/overlays/Disclosure.tsx'
import { questions } from './questions.ts'

export function QuestionList() {
  return (
    <div>
      {questions.map(({ question, answer }) => (
        <Disclosure key={question} title={question}>
          <p>{answer}</p>
        </Disclosure>
      ))}
    </div>
  )
}

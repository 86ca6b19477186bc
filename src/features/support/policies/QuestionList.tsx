import { useState } from 'react'

import * as rules from '#contract/rules.ts'
import { Field } from '#ui/forms/Fields.tsx'
import { Disclosure } from '#ui/overlays/Disclosure.tsx'
import { type PolicyNumbers, usePolicyNumbers } from './policyNumbers.ts'

type Group = { title: string; questions: { question: string; answer: string }[] }

/** The questions by subject, with a search through questions and answers. */
export function QuestionList() {
  const [query, setQuery] = useState('')
  const numbers = usePolicyNumbers()
  const matches = findAnswers(groupsOf(numbers), query)
  return (
    <section aria-label="Answers">
      <Field
        type="search"
        label="Search questions and answers"
        placeholder="Refund, size, delivery..."
        autoComplete="off"
        maxLength={rules.search.maxLength}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {matches.map(({ title, questions }) => (
        <section key={title}>
          <h2>{title}</h2>
          <div>
            {questions.map(({ question, answer }) => (
              <Disclosure key={question} title={question}>
                <p>{answer}</p>
              </Disclosure>
            ))}
          </div>
        </section>
      ))}
      <p role="status">
        {matches.length === 0 && `No answers found for “${query.trim()}”. Please contact us.`}
      </p>
    </section>
  )
}

/** Words that are ignored in a search, because they say nothing about the subject. */
const stopWords = new Set(
  'a an and are can did do does for from get have how i if in is it me my of on or the to was what when where why will with you your'.split(
    ' ',
  ),
)

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '' && !stopWords.has(word))

/** The questions with all words of a search; if there are none, those with any of them. */
function findAnswers(groups: Group[], query: string): Group[] {
  const words = wordsOf(query)
  const matching = (isFound: (text: string) => boolean) =>
    groups
      .map(({ title, questions }) => ({
        title,
        questions: questions.filter(({ question, answer }) =>
          isFound(wordsOf(`${title} ${question} ${answer}`).join(' ')),
        ),
      }))
      .filter(({ questions }) => questions.length > 0)
  const all = matching((text) => words.every((word) => text.includes(word)))
  return all.length > 0 ? all : matching((text) => words.some((word) => text.includes(word)))
}

/** Frequently asked questions, with the store's policies as answers. */
const groupsOf = (n: PolicyNumbers): Group[] => [
  {
    title: 'Delivery',
    questions: [
      {
        question: 'How fast is delivery?',
        answer: `We deliver from the warehouse nearest to you, in ${n.quick} or ${n.slow} depending on your address. The time for your address is shown on the home page and on every product page. You can order between ${n.closing} and ${n.opening} too: we’ll deliver the same or the next morning, usually by ${n.morning}.`,
      },
      {
        question: 'Where do you deliver?',
        answer:
          'Choose your address at the top of the home page to see whether we deliver there. If it says Unserviceable, we don’t deliver to that address yet.',
      },
      {
        question: 'Can someone else receive my order?',
        answer:
          'Yes. Add their name and mobile number in your bag, and we’ll call them when we arrive.',
      },
    ],
  },
  {
    title: 'Orders, returns and exchanges',
    questions: [
      {
        question: 'Can I cancel an order?',
        answer:
          'Yes, until it’s shipped. This cancels the whole order, and we refund everything you paid.',
      },
      ...(n.tryAndBuyCities
        ? [
            {
              question: 'What is Try & Buy?',
              answer: `In ${n.tryAndBuyCities} you can choose two sizes of an item, try both at your door, keep one and return the other. Some brands don’t take part. Try & Buy orders are paid online, and items you keep can’t be returned or exchanged.`,
            },
          ]
        : []),
      {
        question: 'Can I return or exchange what I bought?',
        answer: `Yes, items from a Standard order can be returned or exchanged within ${n.returnWindow} of delivery. They must be unworn and unwashed, with the product tag in place: we can’t accept an item without its tag.`,
      },
    ],
  },
  {
    title: 'Payments and refunds',
    questions: [
      {
        question: 'How can I pay?',
        answer: `Online by UPI, card or net banking. Cash on Delivery is available for Standard orders up to ${n.maxCash}; only UPI payment is acceptable at the time of delivery.`,
      },
      {
        question: 'When will I get my refund?',
        answer:
          'We start the refund when an order is cancelled, or when a return has been picked up and checked. We refund the amount to your original payment method, usually within 5 to 7 working days. For Cash on Delivery orders, give us an account for it in the order, or we’ll call you to arrange the refund.',
      },
      {
        question: 'Are delivery charges refunded?',
        answer:
          'Delivery charges are non-refundable, unless the whole order is cancelled before it’s shipped, refused at the door, or we can’t deliver it.',
      },
    ],
  },
  {
    title: 'Sizes and products',
    questions: [
      {
        question: 'How do I find my size?',
        answer:
          'Tap Size chart on the product page. Lay a garment that fits you well flat, measure it and compare.',
      },
      {
        question: 'My size is sold out. What can I do?',
        answer:
          'On the product page, tap “Notify me about …” for your size. We’ll send you a notification when it’s back in stock. You can also save the item to your wishlist.',
      },
    ],
  },
  {
    title: 'Your account',
    questions: [
      {
        question: 'How do I see or delete my data?',
        answer:
          'You can download all your data or delete your account in My Profile. The privacy policy explains what we keep, why and for how long.',
      },
      {
        question: 'How do I make a complaint?',
        answer: `Use the complaint form under Customer Support. You’ll get a ticket number; we acknowledge every complaint within ${n.acknowledge} and resolve it within ${n.settle}. The grievance officer is named on the Contact us page.`,
      },
    ],
  },
]

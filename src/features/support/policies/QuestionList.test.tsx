import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { QuestionList } from './QuestionList.tsx'

const titles = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
const questions = () => screen.getAllByRole('group').length

test('questions are grouped by subject, and a search finds words of questions and answers [support.1]', async () => {
  render(<QuestionList />)
  expect(titles()).toEqual([
    'Delivery',
    'Orders, returns and exchanges',
    'Payments and refunds',
    'Sizes and products',
    'Your account',
  ])
  expect(questions()).toBe(12)

  await userEvent.type(screen.getByLabelText('Search questions and answers'), 'UPI delivery')

  expect(titles()).toEqual(['Payments and refunds'])
  expect(screen.getByText('How can I pay?')).toBeVisible()
  expect(questions()).toBe(1)
})

test.each([
  ['Refund?', 'When will I get my refund?'],
  ["can't", 'Can I return or exchange what I bought?'],
  ['when do I get my money refund', 'When will I get my refund?'],
])('"%s" finds "%s" [support.1]', async (typed, question) => {
  render(<QuestionList />)

  await userEvent.type(screen.getByLabelText('Search questions and answers'), typed)

  expect(screen.getByText(question)).toBeVisible()
  expect(questions()).toBeLessThan(13)
})

test('a search without an answer says so [support.1]', async () => {
  render(<QuestionList />)

  await userEvent.type(screen.getByLabelText('Search questions and answers'), 'zebra')

  expect(screen.getByRole('status')).toHaveTextContent(
    'No answers found for “zebra”. Please contact us.',
  )
})

import { expect, test } from 'vitest'

import { policyNames } from '#contract/pages/paths.ts'
import { usualTerms } from '#contract/store/storeTerms.ts'
import { policySections } from './policies.ts'
import { policyNumbersOf } from './policyNumbers.ts'

const textWith = (terms: Partial<typeof usualTerms> = {}, cities?: string) => {
  const numbers = policyNumbersOf({ ...usualTerms, ...terms }, cities)
  return JSON.stringify([...policyNames.keys()].map((name) => policySections(name, numbers)))
}

test('every policy name has a text [shell.3]', () => {
  const numbers = policyNumbersOf(usualTerms, 'Indore')
  for (const name of policyNames.keys()) expect(policySections(name, numbers)).not.toHaveLength(0)
  expect(policySections('nope', numbers)).toBeUndefined()
})

test('the policies state the limits that the store applies [support.1]', () => {
  const text = textWith()

  expect(text).toContain('within 24 hours of delivery')
  expect(text).toContain('30 mins or 60 mins')
  expect(text).toContain('between 9 pm and 9 am')
  expect(text).toContain('Standard orders up to ₹10,000')
  expect(text).toContain(
    'acknowledge every complaint within 48 hours and resolve it within 30 days',
  )
})

test('the policies follow the terms and the cities of the merchant [support.1]', () => {
  const text = textWith(
    { returnHours: 48, openingHour: 10, closingHour: 24, maxCashRupees: 5000 },
    'Kochi',
  )

  expect(text).toContain('within 48 hours of delivery')
  expect(text).toContain('between 12 am and 10 am')
  expect(text).toContain('Standard orders up to ₹5,000')
  expect(text).toContain('Available in Kochi only')
  expect(text).not.toContain('Indore')
  expect(textWith()).not.toContain('Try & Buy is available in')
})

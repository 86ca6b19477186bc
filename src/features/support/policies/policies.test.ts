import { expect, test } from 'vitest'

import { policyNames } from '#contract/paths.ts'
import { policySections } from './policies.ts'

test('every policy name has a text, and every text a name [shell.3]', () => {
  expect(Object.keys(policySections)).toEqual([...policyNames.keys()])
})

test('the policies state the limits that the store applies [support.1]', () => {
  const text = JSON.stringify(policySections)

  expect(text).toContain('within 24 hours of delivery')
  expect(text).toContain('30 mins or 60 mins')
  expect(text).toContain('between 9 pm and 9 am')
  expect(text).toContain('Standard orders up to ₹10,000')
  expect(text).toContain(
    'acknowledge every complaint within 48 hours and resolve it within 30 days',
  )
})

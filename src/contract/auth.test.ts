import { expect, test } from 'vitest'

import { phonePattern, withoutCountryCode } from './auth.ts'

test.each([
  ['+91 98260 41375', '9826041375'],
  ['+91-9826041375', '9826041375'],
  ['919826041375', '9826041375'],
  ['09826041375', '9826041375'],
  ['9826041375', '9826041375'],
  ['98260 4', '98260 4'],
  ['2+919826041375', '2+919826041375'],
  ['+91982604137512', '+91982604137512'],
  ['98260413755', '98260413755'],
])('a number pasted as "%s" becomes %s [login.1] [bag.9]', (pasted, digits) => {
  expect(withoutCountryCode(pasted)).toBe(digits)
})

test.each([
  ['9826041375', true],
  ['6000000000', true],
  ['5826041375', false],
  ['982604137', false],
  ['98260413755', false],
  ['+919826041375', false],
  ['982604137a', false],
])('%s is an Indian mobile number: %s [login.1]', (number, isOne) => {
  expect(phonePattern.test(number)).toBe(isOne)
})

import { expect, test } from 'vitest'

import { phoneProblem } from './PhoneStep.tsx'

test.each([
  ['', 'Mobile number is required'],
  ['   ', 'Mobile number is required'],
  ['-9826041375', 'Mobile number must be positive'],
  ['0', 'Mobile number must be positive'],
  ['98260.5', 'Mobile number must be an integer'],
  ['98two6041', 'Mobile number must be an integer'],
  ['982604137', 'Minimum length is 10 digits'],
  ['98260413755', 'Maximum length is 10 digits'],
  ['0', 'Mobile number must be positive'],
  ['0987654321', undefined],
  ['9826041375', undefined],
])('the mobile number "%s" gets the message %s [login.1]', (typed, problem) => {
  expect(phoneProblem(typed)).toBe(problem)
})

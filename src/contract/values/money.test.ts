import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'

import { minus, Paise, Rupees, sum, times, toPaise, toRupees } from './money.ts'

const anAmount = fc.integer({ min: 0, max: 1_000_000_000_00 }).map((amount) => amount as Paise)

test('rupees and paise are converted without loss', () => {
  fc.assert(
    fc.property(anAmount, (amount) => {
      expect(toPaise(toRupees(amount))).toBe(amount)
    }),
  )
})

test.each([
  [0.07, 7],
  [0.29, 29],
  [19.99, 1999],
  [1999, 199_900],
])('%s rupees are %s paise', (rupees, paise) => {
  expect(toPaise(rupees as Rupees)).toBe(paise)
})

test('amounts are multiplied, subtracted and added in whole paise', () => {
  expect(times(333 as Paise, 3)).toBe(999)
  expect(minus(1000 as Paise, 1 as Paise)).toBe(999)
  expect(sum([1, 2, 3] as Paise[])).toBe(6)
  expect(sum([])).toBe(0)
})

test.each([-1, 0.5, Number.NaN, Infinity, '5', null])('%s is not an amount of paise', (amount) => {
  expect(v.is(Paise, amount)).toBe(false)
})

test.each([-0.01, Number.NaN, '5', null])('%s is not an amount of rupees', (amount) => {
  expect(v.is(Rupees, amount)).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { numberText } from './numbers.tsx'

test('numbers have Indian separators', () => {
  expect(
    [0, 999, 1000, 99_999, 1_00_000, 1_23_45_678, -1500].map((number) => numberText(number)),
  ).toEqual(['0', '999', '1,000', '99,999', '1,00,000', '1,23,45,678', '-1,500'])
  expect(numberText(123456.5, 2)).toBe('1,23,456.50')
})

test('the format equals the browser’s for whole numbers and paise', () => {
  const exact = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (complete) => {
      expect(numberText(complete)).toBe(complete.toLocaleString('en-IN'))
      expect(numberText(complete / 100, 2)).toBe((complete / 100).toLocaleString('en-IN', exact))
    }),
  )
})

import { expect, test } from 'vitest'

import { usualTerms } from '#contract/store/storeTerms.ts'
import { newOrderNumber } from './writeOrder.ts'

test('order numbers have no similar characters, and duplicates are rare', () => {
  const numbers = Array.from({ length: 1000 }, () => newOrderNumber(usualTerms))

  expect(numbers.every((number) => /^PEH-[2-9A-HJ-NP-Z]{6}$/.test(number))).toBe(true)
  expect(new Set(numbers).size).toBeGreaterThan(995)
})

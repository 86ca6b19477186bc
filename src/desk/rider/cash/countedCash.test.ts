import { expect, test } from 'vitest'

import { differenceText, parseRupees } from '#desk/cash/difference.ts'
import { changeNotes, countedPaiseOf, emptyCount } from './countedCash.ts'

test('notes and coins add up [rider.4]', () => {
  const counted = changeNotes(changeNotes(emptyCount, 500, 18), 20, 2)
  expect(countedPaiseOf({ ...counted, coins: '2.50' })).toBe(9042_50)
  expect(countedPaiseOf(changeNotes(counted, 500, -20))).toBe(40_00)
})

test('coins that are no amount are not counted as none [rider.4]', () => {
  expect(countedPaiseOf({ ...emptyCount, coins: 'two' })).toBeUndefined()
  expect(countedPaiseOf({ ...emptyCount, coins: '-5' })).toBeUndefined()
})

test.each([
  ['9,812', 9812_00],
  ['₹ 10.5', 10_50],
  ['0', 0],
  ['', undefined],
  ['1.234', undefined],
] as const)('%j is read as %s paise [rider.4]', (text, paise) => {
  expect(parseRupees(text)).toBe(paise)
})

test('a difference says which way it goes [rider.4]', () => {
  expect(differenceText(9800_00, 9820_00)).toBe('₹20 short')
  expect(differenceText(9820_50, 9820_00)).toBe('₹0.50 too much')
  expect(differenceText(1, 1)).toBeUndefined()
})

import { expect, test } from 'vitest'

import { pluralsOf, slipsOf } from './queryCorrection.ts'

test.each([
  ['shrit', 'shirt'],
  ['shir', 'shirt'],
  ['shirtt', 'shirt'],
  ['shurt', 'shirt'],
  ['hsirt', 'shirt'],
  ['hirt', 'shirt'],
])('%s is one slip from %s [search.1]', (typed, meant) => expect(slipsOf(typed)).toContain(meant))

test('two slips are too many, and a short word is what it is [search.1]', () => {
  expect(slipsOf('shrti')).not.toContain('shirt')
  expect(slipsOf('shirt')).not.toContain('shirt')
  expect(slipsOf('tee')).toEqual([])
})

test('several of a thing are one slip away where one of it is [search.1]', () => {
  expect(slipsOf('sneker')).not.toContain('sneakers')
  expect(pluralsOf(slipsOf('sneker'))).toContain('sneakers')
})

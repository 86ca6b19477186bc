import { expect, test } from 'vitest'

import { pluralVariants, typoVariants } from './queryCorrection.ts'

test.each([
  ['shrit', 'shirt'],
  ['shir', 'shirt'],
  ['shirtt', 'shirt'],
  ['shurt', 'shirt'],
  ['hsirt', 'shirt'],
  ['hirt', 'shirt'],
])('%s is one slip from %s [search.1]', (typed, meant) =>
  expect(typoVariants(typed)).toContain(meant),
)

test('two slips are too many, and a short word is what it is [search.1]', () => {
  expect(typoVariants('shrti')).not.toContain('shirt')
  expect(typoVariants('shirt')).not.toContain('shirt')
  expect(typoVariants('tee')).toEqual([])
})

test('several of a thing are one slip away where one of it is [search.1]', () => {
  expect(typoVariants('sneker')).not.toContain('sneakers')
  expect(pluralVariants(typoVariants('sneker'))).toContain('sneakers')
})

import { expect, test } from 'vitest'

import { pluralVariants, typoVariants } from './spelling.ts'

test.each([
  ['shrit', 'shirt'],
  ['shir', 'shirt'],
  ['shirtt', 'shirt'],
  ['shurt', 'shirt'],
  ['hsirt', 'shirt'],
  ['hirt', 'shirt'],
])('%s is one typo from %s [search.1]', (typo, word) => expect(typoVariants(typo)).toContain(word))

test('words with two typos and short words are not corrected [search.1]', () => {
  expect(typoVariants('shrti')).not.toContain('shirt')
  expect(typoVariants('shirt')).not.toContain('shirt')
  expect(typoVariants('tee')).toEqual([])
})

test('a typo in the singular finds the plural too [search.1]', () => {
  expect(typoVariants('sneker')).not.toContain('sneakers')
  expect(pluralVariants(typoVariants('sneker'))).toContain('sneakers')
})

import { expect, test } from 'vitest'

import { asciiDigits, withoutInvisible } from './characters.ts'

const allCharacters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('the digits of every script are understood [login.1] [bag.12]', () => {
  const digits = allCharacters.filter((character) => /\p{Nd}/u.test(character)).join('')

  // Unicode lists the digits of each script from 0 to 9.
  expect(asciiDigits(digits)).toMatch(/^(0123456789)+$/)
  expect(asciiDigits('²½Ⅷ a')).toBe('²½Ⅷ a')
})

test('what cannot be seen is removed from codes [bag.12]', () => {
  const ranges = [
    [0xad, 0xad],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x2069],
    [0xfeff, 0xfeff],
  ] as const
  const marks = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )

  for (const mark of marks) expect(withoutInvisible(`45${mark}2010`)).toBe('452010')
})

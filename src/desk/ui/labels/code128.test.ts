import { expect, test } from 'vitest'

import { code128 } from './code128.ts'

/** Bars and spaces by turns, as a scanner measures them. */
const widthsOf = (text: string): string => {
  const { bars = [], width = 0 } = code128(text) ?? {}
  return bars
    .map(({ x, width: bar }, index) => `${bar}${(bars[index + 1]?.x ?? width) - x - bar}`)
    .join('')
}

test('an order number has its bars: start B, characters, check, stop [pack.3]', () => {
  const { bars = [], width } = code128('PEH-7K2QD') ?? {}
  expect(bars.map((bar) => `${bar.x}+${bar.width}`).join(' ')).toBe(
    '0+2 3+1 6+1 11+3 15+3 19+2 22+1 26+2 29+1 33+2 38+1 40+1 44+1 47+2 50+3 55+3 59+2 62+3 66+1 68+2 73+3 77+2 81+3 86+1 88+2 91+1 95+3 99+1 101+2 106+1 110+1 115+1 118+2 121+2 126+3 130+1 132+2',
  )
  expect(width).toBe(11 * 11 + 13)
})

test('every character is as wide as every other, and what the code does not have has no bars [pack.3]', () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  for (const character of printable) expect(code128(character)?.width).toBe(3 * 11 + 13)
  expect(new Set(printable.map(widthsOf)).size).toBe(printable.length)
  expect(code128('कुर्ता')).toBeUndefined()
  expect(code128('')).toBeUndefined()
})

import { expect, test } from 'vitest'

import { largestOf, photoPath, srcSetOf, smallerWidth } from './photos.ts'

const hash = '0123456789abcdef0123'

test('a photograph comes in several widths, a drawing in one [pwa.15]', () => {
  expect(srcSetOf(photoPath(hash))).toBe(
    [160, 320, 480, 720, 1080].map((w) => `/photos/kept/${hash}/${w}.webp ${w}w`).join(', '),
  )
  expect(srcSetOf('/photos/saree-front.svg')).toBeUndefined()
  expect(srcSetOf(undefined)).toBeUndefined()
})

test('looked at closely, it is as large as it is kept', () => {
  expect(largestOf(photoPath(hash))).toBe(`/photos/kept/${hash}/1080.webp`)
  expect(largestOf('/photos/saree-front.svg')).toBe('/photos/saree-front.svg')
})

test.each([
  [1080, 720],
  [320, 160],
  [160, 160],
  [500, 480],
])('who saves data gets instead of %s pixels %s [pwa.15]', (width, thrifty) => {
  expect(smallerWidth(width)).toBe(thrifty)
})

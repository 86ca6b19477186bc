import { expect, test } from 'vitest'

import { largestPhoto, photoPath, srcSetOf, smallerWidth } from './photos.ts'

const hash = '0123456789abcdef0123'

test('a photo has several widths, and a drawing has one [pwa.15]', () => {
  expect(srcSetOf(photoPath(hash))).toBe(
    [160, 320, 480, 720, 1080].map((w) => `/photos/kept/${hash}/${w}.webp ${w}w`).join(', '),
  )
  expect(srcSetOf('/photos/saree-front.svg')).toBeUndefined()
  expect(srcSetOf(undefined)).toBeUndefined()
})

test('the zoomed photo has the largest stored width', () => {
  expect(largestPhoto(photoPath(hash))).toBe(`/photos/kept/${hash}/1080.webp`)
  expect(largestPhoto('/photos/saree-front.svg')).toBe('/photos/saree-front.svg')
})

test.each([
  [1080, 720],
  [320, 160],
  [160, 160],
  [500, 480],
])('with Save-Data %s pixels become %s [pwa.15]', (width, thrifty) => {
  expect(smallerWidth(width)).toBe(thrifty)
})

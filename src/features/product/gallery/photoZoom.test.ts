import { expect, test } from 'vitest'

import { restingZoom, scrollOf, clampZoom, zoomIn, zoomOut } from './photoZoom.ts'

test('what is under the finger stays under it while the photo grows and shrinks [product.5]', () => {
  const grown = scrollOf(0, { zoom: 1, place: 300 }, { zoom: 2.5, place: 300 })
  expect(grown).toBe(450)
  // The same point of the photo: 300 at the window's width is 750 at 2.5 times the width.
  expect(grown + 300).toBe(300 * 2.5)

  expect(scrollOf(grown, { zoom: 2.5, place: 300 }, { zoom: 1, place: 300 })).toBe(0)
})

test('two fingers that move together take the photo along [product.5]', () => {
  expect(scrollOf(100, { zoom: 2, place: 200 }, { zoom: 2, place: 150 })).toBe(150)
})

test('there is nothing to see before the beginning of a photo [product.5]', () => {
  expect(scrollOf(0, { zoom: 2, place: 100 }, { zoom: 2, place: 180 })).toBe(0)
})

test('a photo is never smaller than its window, and has a largest size [product.5]', () => {
  expect([clampZoom(0.4), clampZoom(1.7), clampZoom(9)]).toEqual([1, 1.7, 4])
  expect([restingZoom(1.05), restingZoom(1.3), restingZoom(9)]).toEqual([1, 1.3, 4])
})

test('the keys go through the sizes, also from between them [product.5]', () => {
  expect([zoomIn(1), zoomIn(1.7), zoomIn(2.5), zoomIn(4)]).toEqual([2.5, 2.5, 4, 4])
  expect([zoomOut(4), zoomOut(1.7), zoomOut(1)]).toEqual([2.5, 1, 1])
})

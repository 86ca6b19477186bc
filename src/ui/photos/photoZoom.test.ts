import { expect, test } from 'vitest'

import { snapZoom, scrollOf, clampZoom, zoomIn, zoomOut } from './photoZoom.ts'

test('the point under the finger stays there while zooming [product.5]', () => {
  const grown = scrollOf(0, { zoom: 1, anchorPx: 300 }, { zoom: 2.5, anchorPx: 300 })
  expect(grown).toBe(450)
  // The same point of the photo: 300 at the window's width is 750 at 2.5 times the width.
  expect(grown + 300).toBe(300 * 2.5)

  expect(scrollOf(grown, { zoom: 2.5, anchorPx: 300 }, { zoom: 1, anchorPx: 300 })).toBe(0)
})

test('two fingers that move together pan the photo [product.5]', () => {
  expect(scrollOf(100, { zoom: 2, anchorPx: 200 }, { zoom: 2, anchorPx: 150 })).toBe(150)
})

test('a photo cannot be panned beyond its edges [product.5]', () => {
  expect(scrollOf(0, { zoom: 2, anchorPx: 100 }, { zoom: 2, anchorPx: 180 })).toBe(0)
})

test('zoom is limited between the window’s size and a maximum [product.5]', () => {
  expect([clampZoom(0.4), clampZoom(1.7), clampZoom(9)]).toEqual([1, 1.7, 4])
  expect([snapZoom(1.05), snapZoom(1.3), snapZoom(9)]).toEqual([1, 1.3, 4])
})

test('keys step through the zoom levels, even from between two levels [product.5]', () => {
  expect([zoomIn(1), zoomIn(1.7), zoomIn(2.5), zoomIn(4)]).toEqual([2.5, 2.5, 4, 4])
  expect([zoomOut(4), zoomOut(1.7), zoomOut(1)]).toEqual([2.5, 1, 1])
})

import { expect, test } from 'vitest'

import { sizeHintOf } from './review.ts'

test.each([
  [{ small: 2, true: 0, large: 0 }, null],
  [{ small: 3, true: 0, large: 0 }, 'small'],
  [{ small: 1, true: 2, large: 0 }, 'true'],
  [{ small: 0, true: 1, large: 2 }, 'large'],
  [{ small: 2, true: 2, large: 0 }, null],
  [{ small: 1, true: 2, large: 1 }, 'true'],
  [{ small: 2, true: 2, large: 3 }, null],
] as const)('%o give the hint %s [product.8]', (counts, hint) => {
  expect(sizeHintOf(counts)).toBe(hint)
})

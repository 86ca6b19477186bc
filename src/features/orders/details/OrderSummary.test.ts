import { expect, test } from 'vitest'

import { variantText } from './OrderSummary.tsx'

test.each([
  [{}, 'Size M · Qty 1'],
  [{ trialSize: 'L' }, 'Size M · Trial size L · Qty 1'],
  [{ trialSize: 'L', soldSize: 'L' }, 'Size L, kept after the trial · Qty 1'],
  [{ trialSize: 'L', soldSize: 'M' }, 'Size M, kept after the trial · Qty 1'],
])('an item with %o reads "%s" [order.1]', (sizes, text) => {
  expect(variantText({ size: 'M', quantity: 1, ...sizes })).toBe(text)
})

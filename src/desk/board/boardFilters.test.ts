import { expect, test } from 'vitest'

import { aBoardOrder } from '#tests/support/desk/deskOrders.ts'
import { isShown } from './boardFilters.ts'

test('the difference of an order that was paid online is cash to collect [board.2] [board.4]', () => {
  const now = Date.now()
  const isCash = (duePaise: number) =>
    isShown(aBoardOrder({ isPaid: true, duePaise }), { payment: 'cash' }, now)

  expect(isCash(150_00)).toBe(true)
  expect(isCash(0)).toBe(false)
})

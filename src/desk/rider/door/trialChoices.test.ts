import { expect, test } from 'vitest'

import { aDelivery } from '#tests/support/desk/deliveries.ts'
import { settle } from './trialChoices.ts'

const [shirt] = aDelivery().items
const delivery = aDelivery({
  duePaise: 0,
  items: [
    { ...shirt!, item: 1, name: 'Anarkali', trialSize: 'L', netPaise: 3299_00 },
    { ...shirt!, item: 3, name: 'Top', size: 'S', trialSize: 'M', quantity: 2, netPaise: 1499_00 },
  ],
})

test('what stays, what goes back and what is refunded follow from the choices [rider.3]', () => {
  expect(settle(delivery, { 1: 'L', 3: null })).toEqual({
    kept: [{ item: 1, size: 'L' }],
    returnedItems: [
      { name: 'Anarkali', size: 'M', quantity: 1 },
      { name: 'Top', size: 'S', quantity: 2 },
      { name: 'Top', size: 'M', quantity: 2 },
    ],
    duePaise: 0,
    refundPaise: 1499_00,
    isComplete: true,
  })
})

test('what goes back is collected no more, and the rest of it is refunded [rider.3] [board.4]', () => {
  const due = (duePaise: number) => settle({ ...delivery, duePaise }, { 1: 'M', 3: null })

  expect(due(2000_00)).toMatchObject({ duePaise: 501_00, refundPaise: 0 })
  expect(due(500_00)).toMatchObject({ duePaise: 0, refundPaise: 999_00 })
})

test('an item that is not decided refunds nothing and holds the trial up [rider.3]', () => {
  expect(settle(delivery, { 1: 'M' })).toMatchObject({ refundPaise: 0, isComplete: false })
})

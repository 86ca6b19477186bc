import { expect, test } from 'vitest'

import type { Pickup } from '#contract/staff/pickups.ts'
import { aPickup } from '#tests/support/desk/deliveries.ts'
import type { PickupMove } from '#desk/rider/moves/moveQueue.ts'
import type { ItemCheck } from './doorCheck.ts'
import { afterCheck } from './waitingChecks.ts'

const twoItems: Pickup = aPickup({
  items: [...aPickup().items, { ...aPickup().items[0]!, item: 2, name: 'Linen shirt' }],
})
const own = { pickups: [twoItems], taken: [] }
const place = { number: twoItems.number, receiver: 'Kavita Rathore', warehouse: 'Vijay Nagar' }
const fine: Omit<ItemCheck, 'item' | 'outcome'> = {
  ...{ from: 'Return Requested', finding: 'fine', photos: [] },
}

test('a check that waits takes its items off the list; what is taken is to be brought back [rider.5] [rider.6]', () => {
  const change: PickupMove = {
    ...place,
    pickup: {
      move: 'check',
      items: [
        { ...fine, item: 1, outcome: 'taken' },
        { ...fine, item: 2, outcome: 'refused' },
      ],
    },
  }

  const after = afterCheck(own, change)

  expect(after.pickups).toEqual([])
  expect(after.taken.map(({ item, warehouse }) => ({ item, warehouse }))).toEqual([
    { item: 1, warehouse: 'Vijay Nagar' },
  ])
})

test('an attempt that the server has counted already is not counted again [rider.6]', () => {
  const attempt = (attempts: number): PickupMove => ({
    ...place,
    pickup: { move: 'attempt', reason: 'Nobody opened', attempts },
  })

  const after = afterCheck(own, attempt(0))
  expect(after.pickups[0]).toMatchObject({ attempts: 1, failedReason: 'Nobody opened' })
  expect(afterCheck(after, attempt(0))).toEqual(after)
})

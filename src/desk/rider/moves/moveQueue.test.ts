import { expect, test } from 'vitest'

import type { OrderMove } from '#contract/staff/orderMoves.ts'
import { append } from '#platform/outbox/sendQueue.ts'
import { dropMove, emptyMoves, followersOf } from './moveQueue.ts'

const made = [
  { key: 'a1', ownerId: 'ravi', number: 'PEH-A', move: 'startDelivery' },
  { key: 'b1', ownerId: 'ravi', number: 'PEH-B', move: 'startDelivery' },
  { key: 'a2', ownerId: 'ravi', number: 'PEH-A', move: 'deliver' },
  { key: 'a3', ownerId: 'salim', number: 'PEH-A', move: 'startDelivery' },
] as const satisfies { key: string; ownerId: string; number: string; move: OrderMove }[]

const queue = made.reduce(
  (moves, { key, ownerId, number, move }) =>
    append(moves, {
      ...{ key, ownerId, now: 0 },
      change: {
        ...{ number, receiver: 'Kavita Rathore', warehouse: 'Vijay Nagar' },
        body: { move, from: 'withRider' },
      },
    }),
  emptyMoves(),
)

test('a move that was not accepted takes the later ones of its order with it, and no others [rider.6]', () => {
  const [refused] = queue.entries
  expect(followersOf(queue, refused!).map(({ key }) => key)).toEqual(['a2'])

  const left = dropMove(queue, refused!)
  expect(left.entries.map(({ key }) => key)).toEqual(['b1', 'a3'])
  expect(left.settledCount).toBe(1)
})

import { expect, test } from 'vitest'

import type { MoveOrder } from '#contract/staff/board.ts'
import { aDelivery } from '#tests/support/desk/deliveries.ts'
import { afterMove, isOpen } from './waitingMoves.ts'

const at = Date.parse('2026-11-27T13:00:00.000Z')
const made = (body: MoveOrder, number = 'PEH-9D3WN') => ({ number, body, at })

test('an order is shown where it will be after the moves that wait [rider.6]', () => {
  const started = afterMove(aDelivery(), made({ move: 'startDelivery', from: 'withRider' }))
  expect(started).toMatchObject({
    ...{ state: 'onTheWay', since: '2026-11-27T13:00:00.000Z' },
    moves: ['collectCash', 'deliver', 'noteAttempt', 'refuse'],
  })

  const failed = afterMove(
    started,
    made({ move: 'noteAttempt', from: 'onTheWay', reason: 'Nobody opened' }),
  )
  expect(failed).toMatchObject({ state: 'failed', attempts: 1, failedReason: 'Nobody opened' })
  const again = afterMove(failed, made({ move: 'deliverAgain', from: 'failed' }))
  expect(again).toMatchObject({ state: 'withRider', failedReason: null })
})

test.each([
  ['deliver', 'onTheWay'],
  ['refuse', 'withRider'],
] as const)('%s ends the order [rider.6]', (move, from) => {
  expect(isOpen(afterMove(aDelivery({ state: from }), made({ move, from })))).toBe(false)
})

test('a move that the server has made already is not shown twice [rider.6]', () => {
  const delivery = aDelivery({ state: 'onTheWay' })
  expect(afterMove(delivery, made({ move: 'startDelivery', from: 'withRider' }))).toBe(delivery)
})

test('a move changes its own order only [rider.6]', () => {
  const delivery = aDelivery()
  const other = made({ move: 'startDelivery', from: 'withRider' }, 'PEH-OTHER')
  expect(afterMove(delivery, other)).toBe(delivery)
})

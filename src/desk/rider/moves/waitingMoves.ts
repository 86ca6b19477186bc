import type { MoveOrder } from '#contract/staff/board.ts'
import { type BoardState, movesFor, type OrderMove } from '#contract/staff/orderMoves.ts'
import type { Delivery } from '#contract/staff/riders.ts'

/** Where an order is after a move of its rider. */
const stateAfter: Partial<Record<OrderMove, BoardState>> = {
  startDelivery: 'onTheWay',
  arrive: 'atDoor',
  startTrial: 'trial',
  deliver: 'delivered',
  noteAttempt: 'failed',
  deliverAgain: 'withRider',
  refuse: 'cancelled',
}

type MadeMove = { number: string; body: MoveOrder; at: number }

/**
 * The order as it will be once the server has made the move. A move from another state changes nothing: the server
 * has made it already, or will refuse it.
 */
export function afterMove(delivery: Delivery, { number, body, at }: MadeMove): Delivery {
  const { move, from, reason } = body
  const state = stateAfter[move]
  if (number !== delivery.number || from !== delivery.state || !state) return delivery
  const moved: Delivery = {
    ...delivery,
    state,
    since: new Date(at).toISOString(),
    ...(move === 'noteAttempt' && {
      attempts: delivery.attempts + 1,
      failedReason: reason ?? null,
    }),
    ...(move === 'deliverAgain' && { failedReason: null }),
  }
  return { ...moved, moves: movesFor('rider', moved) }
}

export const isOpen = ({ state }: Pick<Delivery, 'state'>): boolean =>
  state !== 'delivered' && state !== 'cancelled'

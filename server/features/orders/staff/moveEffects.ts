import type { MoveEffect } from '#contract/staff/board.ts'
import type { OrderMove } from '#contract/staff/orderMoves.ts'
import { paiseText } from './paiseText.ts'

type MovedOrder = {
  duePaise: number
  /** Captured and not refunded. */
  paidPaise: number
  /** Pieces that go back on sale if the order ends. */
  reserved: number
  warehouse: string
  isTrial: boolean
}

type Effect = (order: MovedOrder) => Partial<Omit<MoveEffect, 'move'>>

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`)

const ends: Effect = ({ reserved, warehouse, paidPaise }) => ({
  stock: `${items(reserved)} back on sale in ${warehouse}`,
  money: paidPaise > 0 ? `${paiseText(paidPaise)} is refunded` : 'Nothing was paid',
  message: 'The customer is told that the order was cancelled',
})

/** What each move does beside the state, as `orderOperations.ts` and the transitions do it. */
const effects: Record<OrderMove, Effect> = {
  startPacking: () => ({}),
  markReady: () => ({}),
  unpack: () => ({}),
  handOver: () => ({ message: 'The customer sees the rider’s name and number' }),
  startDelivery: () => ({ message: 'The customer is told that the order is on its way' }),
  arrive: () => ({ message: 'The customer is told that the rider is at the door' }),
  startTrial: () => ({}),
  collectCash: ({ duePaise }) => ({ money: `${paiseText(duePaise)} counts as paid` }),
  deliver: ({ duePaise, isTrial }) => ({
    stock: isTrial ? 'What the customer does not keep goes back on sale' : null,
    money:
      duePaise > 0
        ? `${paiseText(duePaise)}${isTrial ? ', less the price of returned items,' : ''} counts as paid`
        : null,
    message: 'The customer is told that the order was delivered',
  }),
  noteAttempt: () => ({ message: 'The customer is told that we missed them' }),
  deliverAgain: () => ({ message: 'The customer gets a new arrival time' }),
  bringBack: ends,
  refuse: (order) => ({ ...ends(order), message: 'Counts as a refused delivery of this customer' }),
  reassign: () => ({ message: 'The customer sees the new rider' }),
  cancel: ends,
}

/** What a move will do with stock, money and messages. */
export const effectOf = (move: OrderMove, order: MovedOrder): MoveEffect => ({
  ...{ move, stock: null, money: null, message: null },
  ...effects[move](order),
})

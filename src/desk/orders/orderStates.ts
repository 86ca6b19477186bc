import type { OrderMove } from '#contract/staff/orderMoves.ts'
import { stateLooks } from '#desk/ui/orderStates.ts'
import type { Stage } from '#desk/board/urgency.ts'

export const stageLooks: Record<Stage, { icon: string; hue: string }> = stateLooks

export const moveIcons: Record<OrderMove, string> = {
  startPacking: 'd-packing',
  markReady: 'd-ready',
  unpack: 'return',
  handOver: 'd-scooter',
  startDelivery: 'd-navigate',
  arrive: 'd-door',
  startTrial: 'hanger',
  collectCash: 'cash',
  deliver: 'check',
  noteAttempt: 'alert',
  deliverAgain: 'd-scooter',
  bringBack: 'return',
  refuse: 'close',
  reassign: 'exchange',
  cancel: 'close',
}

/** Moves that end an order or change money: they are asked for again before they are made. */
export const weightyMoves: ReadonlySet<OrderMove> = new Set([
  'collectCash',
  'deliver',
  'bringBack',
  'refuse',
  'cancel',
])

/** Moves that end an order without a delivery. */
export const endingMoves: ReadonlySet<OrderMove> = new Set(['bringBack', 'refuse', 'cancel'])

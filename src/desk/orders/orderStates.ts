import type { BoardState, OrderMove } from '#contract/staff/orderMoves.ts'
import type { Stage } from './urgency.ts'

/** How a state looks: its icon, and the hue of the tokens `--st-…`. */
export const stateLooks: Record<BoardState, { icon: string; hue: string }> = {
  new: { icon: 'd-new', hue: 'new' },
  packing: { icon: 'd-packing', hue: 'pack' },
  ready: { icon: 'd-ready', hue: 'ready' },
  withRider: { icon: 'd-scooter', hue: 'ride' },
  onTheWay: { icon: 'd-scooter', hue: 'ride' },
  atDoor: { icon: 'd-door', hue: 'door' },
  trial: { icon: 'hanger', hue: 'trial' },
  failed: { icon: 'alert', hue: 'fail' },
  delivered: { icon: 'check', hue: 'done' },
  cancelled: { icon: 'close', hue: 'done' },
}

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

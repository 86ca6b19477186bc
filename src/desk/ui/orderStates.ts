import type { BoardState } from '#contract/staff/orderMoves.ts'

/** What a state is called. */
export const stateNames: Record<BoardState, string> = {
  new: 'New',
  packing: 'Packing',
  ready: 'Ready',
  withRider: 'With rider',
  onTheWay: 'On the way',
  atDoor: 'At the door',
  trial: 'Trial',
  failed: 'Failed',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

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

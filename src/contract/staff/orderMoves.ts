import * as v from 'valibot'

import type { PurchaseType } from '#contract/cart/cart.ts'
import { isActive, type OrderStatus } from '#contract/orders/order.ts'
import { managers, type StaffRole, warehouseRoles } from './roles.ts'

/**
 * Where an order is, as the staff see it. Customers see its status: they know nothing of packing, and
 * `failed`, a delivery that did not work out, is still under way for them.
 */
export const BoardState = v.picklist([
  'new',
  'packing',
  'ready',
  'withRider',
  'onTheWay',
  'atDoor',
  'trial',
  'failed',
  'delivered',
  'cancelled',
])
export type BoardState = v.InferOutput<typeof BoardState>

export const openStates = BoardState.options.filter(
  (state) => state !== 'delivered' && state !== 'cancelled',
)

type OrderProgress = {
  status: OrderStatus
  packingSince: unknown
  packedAt: unknown
  /** Set from a failed attempt until somebody decides how the order goes on. */
  failedAt: unknown
}

/** The state of a placed order. */
export function boardStateOf(order: OrderProgress): BoardState {
  if (order.status === 'Cancelled') return 'cancelled'
  if (!isActive(order.status)) return 'delivered'
  if (order.failedAt) return 'failed'
  if (order.status === 'Accepted')
    return order.packedAt ? 'ready' : order.packingSince ? 'packing' : 'new'
  return stateByStatus[order.status] ?? 'delivered'
}

const stateByStatus: Partial<Record<OrderStatus, BoardState>> = {
  Shipped: 'withRider',
  'On the way': 'onTheWay',
  Arrived: 'atDoor',
  'Size Trialing': 'trial',
}

/** What staff can do with an order; where a state allows several moves, the usual one comes first. */
export const OrderMove = v.picklist([
  'startPacking',
  'markReady',
  'handOver',
  'unpack',
  'startDelivery',
  'arrive',
  'startTrial',
  'collectCash',
  'deliver',
  'noteAttempt',
  'deliverAgain',
  'bringBack',
  'refuse',
  'reassign',
  'cancel',
])
export type OrderMove = v.InferOutput<typeof OrderMove>

/** What a move did, as the timeline and the history say it. */
export const moveDone: Record<OrderMove, string> = {
  startPacking: 'started packing',
  markReady: 'marked ready',
  unpack: 'put back to new',
  handOver: 'handed over',
  startDelivery: 'started the delivery',
  arrive: 'arrived at the door',
  startTrial: 'started the trial',
  collectCash: 'collected the payment',
  deliver: 'delivered',
  noteAttempt: 'could not deliver',
  deliverAgain: 'sent out again',
  bringBack: 'brought back and cancelled',
  refuse: 'noted that it was refused',
  reassign: 'gave it to another rider',
  cancel: 'cancelled',
}

/** What cannot be done with an order in another state, as in "it can't be handed over". */
export const moveAction: Record<OrderMove, string> = {
  startPacking: 'packed',
  markReady: 'marked ready',
  unpack: 'unpacked',
  handOver: 'handed over',
  startDelivery: 'taken out for delivery',
  arrive: 'marked as at the door',
  startTrial: 'tried on',
  collectCash: 'marked as paid',
  deliver: 'delivered',
  noteAttempt: 'marked as not delivered',
  deliverAgain: 'sent out again',
  bringBack: 'brought back',
  refuse: 'refused',
  reassign: 'given to another rider',
  cancel: 'cancelled',
}

/** A state in a sentence, as in "the order is being packed". */
export const stateText: Record<BoardState, string> = {
  new: 'new',
  packing: 'being packed',
  ready: 'ready',
  withRider: 'with the rider',
  onTheWay: 'on the way',
  atDoor: 'at the door',
  trial: 'being tried on',
  failed: 'waiting after a failed delivery',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

type MoveRule = {
  from: readonly BoardState[]
  /** Where it leads; without it, the order stays in its state. */
  to?: BoardState
  roles: readonly StaffRole[]
  /** Orders of this purchase type only. */
  only?: PurchaseType
  /** What the move needs beside the order: a rider, a reason. */
  needs?: 'rider' | 'reason'
}

const doorRoles = [...managers, 'rider'] as const satisfies StaffRole[]
const out = ['withRider', 'onTheWay', 'atDoor'] as const satisfies BoardState[]

/**
 * From which states a move is allowed, and by whom. A rider moves only orders that they carry. What else happens is in
 * `orderOperations.ts` on the server.
 */
export const moveRules: Record<OrderMove, MoveRule> = {
  startPacking: { from: ['new'], to: 'packing', roles: warehouseRoles },
  markReady: { from: ['new', 'packing'], to: 'ready', roles: warehouseRoles },
  unpack: { from: ['packing', 'ready'], to: 'new', roles: warehouseRoles },
  handOver: { from: ['ready'], to: 'withRider', roles: warehouseRoles, needs: 'rider' },
  startDelivery: { from: ['withRider'], to: 'onTheWay', roles: doorRoles },
  arrive: { from: ['onTheWay'], to: 'atDoor', roles: doorRoles, only: 'Try and Buy' },
  startTrial: { from: ['atDoor'], to: 'trial', roles: doorRoles, only: 'Try and Buy' },
  collectCash: { from: ['onTheWay'], roles: doorRoles },
  deliver: { from: ['onTheWay', 'trial'], to: 'delivered', roles: doorRoles },
  noteAttempt: { from: ['onTheWay', 'atDoor'], to: 'failed', roles: doorRoles, needs: 'reason' },
  deliverAgain: { from: ['failed'], to: 'withRider', roles: [...managers, 'support', 'rider'] },
  bringBack: { from: ['failed'], to: 'cancelled', roles: managers, needs: 'reason' },
  refuse: { from: out, to: 'cancelled', roles: doorRoles, needs: 'reason' },
  reassign: { from: ['withRider', 'onTheWay', 'failed'], roles: managers, needs: 'rider' },
  cancel: {
    from: ['new', 'packing', 'ready', 'withRider'],
    to: 'cancelled',
    roles: [...managers, 'support'],
    needs: 'reason',
  },
}

/** Moves with which what is due at the door counts as paid. */
export const takesCash = (move: OrderMove): boolean => move === 'deliver' || move === 'collectCash'

type MovableOrder = {
  state: BoardState
  purchaseType: PurchaseType
  /** What is still to be paid at the door, in paise. */
  duePaise: number
}

/** The moves that a role may make with an order now. The first one is the usual next step. */
export const movesFor = (role: StaffRole, order: MovableOrder): OrderMove[] =>
  OrderMove.options.filter((move) => isMoveAllowed(move, role, order))

export function isMoveAllowed(move: OrderMove, role: StaffRole, order: MovableOrder): boolean {
  const { from, roles, only } = moveRules[move]
  return (
    from.includes(order.state) &&
    roles.includes(role) &&
    (only === undefined || only === order.purchaseType) &&
    isPossible[move]?.(order) !== false
  )
}

const isPossible: Partial<Record<OrderMove, (order: MovableOrder) => boolean>> = {
  // Delivering a Try & Buy order leads through its trial.
  deliver: ({ state, purchaseType }) => state === 'trial' || purchaseType === 'Standard',
  collectCash: ({ duePaise, purchaseType }) => duePaise > 0 && purchaseType === 'Standard',
}

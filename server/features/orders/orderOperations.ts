import { asc, eq, inArray } from 'drizzle-orm'

import { dueOf } from '#server/commerce/orders/amountDue.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  type LineRow,
  orderLines,
  orderPicks,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import type { StockItem } from '#server/commerce/stock.ts'
import { readStoreTerms } from '#server/commerce/storeFacts.ts'
import { type Change, commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { promisedArrival } from '#contract/delivery/deliveryPromise.ts'
import { isActive, type OrderStatus } from '#contract/orders/order.ts'
import { isOpenReturn } from '#contract/orders/orderTransitions.ts'
import {
  boardStateOf,
  moveDone,
  moveRules,
  type OrderMove,
  takesCash,
} from '#contract/staff/orderMoves.ts'
import { pickupDone } from '#contract/staff/pickups.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { keepTrialSize, transitionLine } from './lineTransitions.ts'
import {
  collectCashPayment,
  lockOrder,
  notifyNewArrival,
  transitionOrder,
} from './orderTransitions.ts'
import { type AgentContact, registerAgent } from './deliveryAgents.ts'
import { orderRefusal } from './orderErrors.ts'
import { newProof } from './staff/delivery/deliveryProof.ts'

/**
 * The one door through which staff move an order, at the desk, at the command line and as riders. All moves use the
 * same transitions as the calls of customers (`transitionOrder`, `transitionLine`) and throw the same errors:
 * StoreError 'not_allowed_now' or 'not_found'.
 */
export type MoveDetails = {
  /** The person of the staff; none at the command line. */
  staffId?: string | undefined
  agentId?: string | undefined
  reason?: string | undefined
  /** Pieces of an order that is cancelled which do not go back on sale. */
  writtenOff?: StockItem[] | undefined
  /** The items that the customer keeps after a trial. Without it, the trial was settled before. */
  kept?: TrialChoice[] | undefined
}

type Move = (tx: Database, order: OrderRow, details: MoveDetails) => Promise<void>
type Operation = (db: Database, orderNumber: string) => Promise<void>

/**
 * Moves an order in a transaction that has locked it. In demo mode the simulated courier leaves the order alone from
 * then on.
 */
export function withOrder<Result>(
  db: Database,
  orderNumber: string,
  operation: (tx: Database, order: OrderRow) => Promise<Result>,
): Promise<Result> {
  return withLockedOrder(db, orderNumber, async (tx, order) => {
    const result = await operation(tx, order)
    if (!order.takenOverAt) await changeOrder(tx, order, { takenOverAt: clock.now() })
    return result
  })
}

/** Runs in a transaction that has locked the order, for what does not move it. */
export function withLockedOrder<Result>(
  db: Database,
  orderNumber: string,
  operation: (tx: Database, order: OrderRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const [match] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.orderNumber, cleanReference(orderNumber)))
    if (!match) throw orderNotFound()
    return operation(tx, await lockOrder(tx, match.id))
  })
}

const changeOrder = async (tx: Database, { id }: OrderRow, changes: Partial<OrderRow>) =>
  void (await tx.update(orders).set(changes).where(eq(orders.id, id)))

/** A move to the next status, as the store or as the courier. */
const transition =
  (to: OrderStatus, by: 'store' | 'courier'): Move =>
  (tx, { id: orderId }, { staffId, agentId, writtenOff }) =>
    transitionOrder(tx, { orderId, to, by, staffId, agentId, writtenOff })

export const moves: Record<OrderMove, Move> = {
  startPacking: async (tx, order) => {
    requireUnpacked(order)
    await changeOrder(tx, order, { packingSince: order.packingSince ?? clock.now() })
  },
  /** The order stays 'Accepted' and can still be cancelled. */
  markReady: async (tx, order) => {
    requireUnpacked(order)
    await changeOrder(tx, order, { packedAt: clock.now() })
  },
  unpack: async (tx, order) => {
    if (order.status !== 'Accepted') throw orderRefusal(order, 'unpacked')
    await changeOrder(tx, order, { packedAt: null, packingSince: null })
    await putBackPicks(tx, order)
  },
  /** An order that was not recorded as packed is marked as packed now. */
  handOver: async (tx, order, details) => {
    await transition('Shipped', 'store')(tx, order, details)
    await changeOrder(tx, order, {
      packedAt: order.packedAt ?? clock.now(),
      ...(await newProof(tx)),
    })
  },
  startDelivery: async (tx, order, details) => {
    if (order.failedAt) {
      throw notAllowed(
        `Decide first how order ${order.orderNumber} goes on after the failed delivery`,
      )
    }
    await transition('On the way', 'courier')(tx, order, details)
  },
  /** Only Try & Buy orders have this status; others go directly to 'Delivered'. */
  arrive: transition('Arrived', 'courier'),
  startTrial: transition('Size Trialing', 'courier'),
  /** An unpaid cash order also becomes paid. */
  deliver: async (tx, order, details) => {
    if (details.kept) await recordTrial(tx, order, details.kept)
    await transition('Delivered', 'courier')(tx, order, details)
  },
  /** Records that cash was collected before the order is marked as delivered. */
  collectCash: async (tx, order) => {
    const { orderNumber, paymentMethod, purchaseType, status } = order
    if (dueOf(order) === 0) {
      const isCash = paymentMethod === 'Cash on delivery'
      throw notAllowed(`Order ${orderNumber} ${isCash ? 'is already paid' : 'was paid online'}`)
    }
    if (purchaseType === 'Try and Buy') {
      throw notAllowed(`Order ${orderNumber} is paid when its trial is over`)
    }
    if (status !== 'On the way') throw orderRefusal(order, 'marked as paid')
    await collectCashPayment(tx, order)
  },
  /** Nobody was at home. Only refusals count against customer and address. */
  noteAttempt: async (tx, order, { staffId, reason }) => {
    const { id: orderId, attempts } = order
    await transitionOrder(tx, {
      ...{ orderId, to: 'Shipped', by: 'courier', staffId },
      isFailedAttempt: true,
    })
    await changeOrder(tx, order, {
      attempts: attempts + 1,
      failedAt: clock.now(),
      failedReason: reason ?? null,
    })
  },
  /** The arrival is promised anew. */
  deliverAgain: async (tx, order) => {
    if (!order.failedAt) throw notAllowed(`Order ${order.orderNumber} can be delivered as planned`)
    const terms = await readStoreTerms(tx)
    const promisedBy = promisedArrival(order.deliveryMinutes, clock.now(), terms)
    await changeOrder(tx, order, { failedAt: null, failedReason: null, promisedBy })
    await notifyNewArrival(tx, { ...order, promisedBy }, terms)
  },
  bringBack: async (tx, order, details) => {
    if (!order.failedAt) throw notAllowed(`Order ${order.orderNumber} can be delivered as planned`)
    await changeOrder(tx, order, { failedAt: null })
    await transition('Cancelled', 'store')(tx, order, details)
  },
  refuse: (tx, { id }, { staffId }) => refuseAtDoor(tx, id, staffId),
  reassign: async (tx, order, { agentId }) => {
    if (order.status === 'Accepted' || !isActive(order.status)) {
      throw orderRefusal(order, 'given to another rider')
    }
    if (agentId === undefined || agentId === order.agentId) {
      throw notAllowed(`Order ${order.orderNumber} is already with this rider`)
    }
    await changeOrder(tx, order, { agentId })
  },
  cancel: transition('Cancelled', 'store'),
}

/** What is put back on the shelf is picked again. */
async function putBackPicks(tx: Database, { id }: OrderRow): Promise<void> {
  const ofOrder = tx
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
  await tx.delete(orderPicks).where(inArray(orderPicks.lineId, ofOrder))
}

function requireUnpacked(order: OrderRow) {
  if (order.status !== 'Accepted') throw orderRefusal(order, 'packed')
  if (order.packedAt) throw notAllowed(`Order ${order.orderNumber} is already packed`)
}

/** A move at the command line, which records it in the history. */
export const moveByNumber =
  (move: OrderMove, details: MoveDetails = {}): Operation =>
  (db, orderNumber) =>
    withOrder(db, orderNumber, async (tx, order) => {
      const duePaise = takesCash(move) ? dueOf(order) : 0
      await moves[move](tx, order, details)
      const after = duePaise > 0 ? { collectedPaise: duePaise } : {}
      await recordChange(tx, commandLine, moveChange(order, move, after))
    })

/** The move as the history keeps it. */
export const moveChange = (order: OrderRow, move: OrderMove, after: object = {}): Change => ({
  subject: 'order',
  subjectId: order.id,
  name: order.orderNumber,
  action: moveDone[move],
  before: { state: boardStateOf(order) },
  after: { state: moveRules[move].to ?? boardStateOf(order), ...after },
})

export const packOrder = moveByNumber('markReady')

/** Records the handover to a delivery agent, who need not have an account. */
export const dispatchOrder = (db: Database, orderNumber: string, agent: AgentContact) =>
  inTransaction(db, async (tx) => {
    const agentId = await registerAgent(tx, agent)
    await moveByNumber('handOver', { agentId })(tx, orderNumber)
  })

export const startDelivery = moveByNumber('startDelivery')
export const arriveAtDoor = moveByNumber('arrive')
export const startTrial = moveByNumber('startTrial')
export const deliverOrder = moveByNumber('deliver')
export const cancelByStore = moveByNumber('cancel')
export const refuseOrderAtDoor = moveByNumber('refuse')
export const collectCash = moveByNumber('collectCash')

const notAllowed = (sentence: string) => new StoreError('not_allowed_now', sentence)

/** An item by its position in the order, from 1, and the size that the customer keeps. */
export type TrialChoice = { item: number; size?: string | undefined }

/**
 * Records what the customer keeps after a trial: items that are not listed are returned and refunded. Without a
 * size, the customer keeps the ordered one.
 */
export const settleTrial = (
  db: Database,
  orderNumber: string,
  keptItems: TrialChoice[],
): Promise<void> => withOrder(db, orderNumber, (tx, order) => recordTrial(tx, order, keptItems))

async function recordTrial(tx: Database, order: OrderRow, keptItems: TrialChoice[]): Promise<void> {
  if (order.purchaseType !== 'Try and Buy') {
    throw notAllowed(`Order ${order.orderNumber} has no trial`)
  }
  if (order.status !== 'Size Trialing') throw orderRefusal(order, 'settled')
  const lines = await readLines(tx, order.id)
  for (const { item } of keptItems) requireLine(lines, item, order)
  for (const [position, line] of lines.entries()) {
    const keptItem = keptItems.find(({ item }) => item === position + 1)
    if (line.status === 'Cancelled') {
      if (keptItem) throw notAllowed(`Item ${keptItem.item} has already been returned`)
      continue
    }
    const size = keptItem ? (keptItem.size ?? line.size) : null
    await keepTrialSize(tx, { orderId: order.id, lineId: line.id, size })
  }
}

/** The next status of an item in a return or exchange. */
export type ReturnStep =
  | 'Return Accepted'
  | 'Return Cancelled'
  | 'Returned'
  | 'Exchange Accepted'
  | 'Exchange Cancelled'
  | 'Exchanged'

const returnDone: Record<ReturnStep, string> = {
  'Return Accepted': pickupDone.accept,
  'Return Cancelled': pickupDone.refuse,
  Returned: pickupDone.receive,
  'Exchange Accepted': pickupDone.accept,
  'Exchange Cancelled': pickupDone.refuse,
  Exchanged: pickupDone.receive,
}

type ReturnTransition = {
  orderNumber: string
  to: ReturnStep
  item?: number | undefined
  /** Why the store refuses the return or exchange; the customer reads it. */
  refusalReason?: string | undefined
}

/** A step at the command line. Without `item`, the order must have exactly one item in this return or exchange. */
export function transitionReturn(
  db: Database,
  { orderNumber, to, item, refusalReason }: ReturnTransition,
): Promise<void> {
  return withOrder(db, orderNumber, async (tx, order) => {
    const lines = await readLines(tx, order.id)
    const line =
      item === undefined ? requireSingleOpenLine(lines, to, order) : requireLine(lines, item, order)
    const changes = refusalReason ? { refusalReason } : {}
    await transitionLine(tx, { orderId: order.id, lineId: line.id, to, by: 'store', changes })
    await recordChange(tx, commandLine, {
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{ action: returnDone[to], before: { status: line.status } },
      after: { status: to, item: line.productName, reason: refusalReason },
    })
  })
}

const kindOf = (status: string) => (status.startsWith('Return') ? 'return' : 'exchange')

function requireSingleOpenLine(
  lines: LineRow[],
  to: ReturnStep,
  { orderNumber }: OrderRow,
): LineRow {
  const kind = kindOf(to)
  const open = lines.filter(({ status }) => isOpenReturn(status) && kindOf(status) === kind)
  if (open.length > 1) {
    throw notAllowed(
      `Order ${orderNumber} has more than one open ${kind}. Please give the item number.`,
    )
  }
  if (!open[0]) throw notAllowed(`Order ${orderNumber} has no open ${kind}`)
  return open[0]
}

function requireLine(lines: LineRow[], item: number, { orderNumber }: OrderRow): LineRow {
  const line = lines[item - 1]
  if (line) return line
  const count = lines.length === 1 ? 'one item' : `${lines.length} items`
  throw new StoreError('not_found', `Order ${orderNumber} has ${count}, and no item ${item}`)
}

export const readLines = (tx: Database, orderId: string): Promise<LineRow[]> =>
  tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))

/**
 * Cancels an order that was refused at the door, returns its items to stock and refunds what was
 * paid. Refused cash orders count against their customer and address
 * (`commerce/orders/cashOnDelivery.ts`).
 *
 * @throws StoreError 'not_allowed_now' if the order is not with the courier
 */
export function refuseAtDoor(db: Database, orderId: string, staffId?: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await transitionOrder(tx, {
      ...{ orderId, to: 'Cancelled', by: 'courier', staffId },
      isRefusedAtDoor: true,
    })
    await tx.update(orders).set({ refusedAt: clock.now() }).where(eq(orders.id, orderId))
  })
}

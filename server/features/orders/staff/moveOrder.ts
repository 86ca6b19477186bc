import { and, desc, eq, inArray } from 'drizzle-orm'

import { addressCorrected } from '#contract/staff/addressChange.ts'
import type { MoveOrder } from '#contract/staff/board.ts'
import { itemChangeDone, type Shortage } from '#contract/staff/itemChanges.ts'
import { pickupDone } from '#contract/staff/pickups.ts'
import {
  type BoardState,
  boardStateOf,
  isMoveAllowed,
  moveAction,
  moveDone,
  moveRules,
  type OrderMove,
  stateText,
  takesCash,
} from '#contract/staff/orderMoves.ts'
import { moneyAfterTrial } from '#contract/staff/trial.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { lockStock, orderStockItems, recordStockCount } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { deliveryAgents, orderEvents, type OrderRow } from '#server/database/schema/orders.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { type StaffActor, worksFor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import {
  type TrialChoice,
  moveChange,
  moves,
  readLines,
  withLockedOrder,
  withOrder,
} from '#server/features/orders/orderOperations.ts'
import { paiseText } from './paiseText.ts'
import { countWrongCode, requireProof } from './delivery/deliveryProof.ts'

/**
 * Moves an order for a person of the staff, from the state that they saw.
 *
 * @throws StoreError 'conflict' if somebody was faster, 'forbidden' for another role, 'invalid', 'not_allowed_now', 'not_found'
 */
export function moveOrder(
  { db, actor, record }: StaffContext,
  number: string,
  { move, from, riderId, reason, collectedPaise, shortages = [], kept, code, photoId }: MoveOrder,
): Promise<void> {
  return withOrder(db, number, async (tx, order) => {
    await requireVisible(tx, actor, order)
    const state = await requireState(tx, order, from)
    const { roles, needs } = moveRules[move]
    if (!roles.includes(actor.role)) throw new StoreError('forbidden', 'Your role can’t do this')
    const duePaise = dueOf(order)
    if (!isMoveAllowed(move, actor.role, { state, purchaseType: order.purchaseType, duePaise })) {
      throw refusedMove(order, move)
    }
    if (needs === 'reason' && !reason) throw missing('reason', 'Say why')
    const rider =
      needs === 'rider'
        ? await requireRider(tx, { riderId, warehouseId: order.warehouseId })
        : undefined
    const payablePaise =
      move === 'deliver' && kept ? await readDueAfterTrial(tx, order, kept) : duePaise
    if (actor.role === 'rider' && takesCash(move)) requireDue(collectedPaise, payablePaise)
    const needsProof = actor.role === 'rider' && move === 'deliver'
    if (needsProof) await requireProof(tx, order, { code, photoId, staffId: actor.id })
    const missed = move === 'cancel' ? await readShortages(tx, order, shortages) : []
    await moves[move](tx, order, {
      staffId: actor.sessionId === undefined ? undefined : actor.id,
      agentId: rider?.id,
      ...{ reason, kept, writtenOff: missed.map(({ stockItem }) => stockItem) },
    })
    // What could not be found for this order is not there for the next one either.
    for (const { stockItem, reason: why } of missed) {
      if (why === 'notFound') await recordStockCount(tx, { ...stockItem, quantity: 0 })
    }
    await record(
      moveChange(order, move, {
        ...{ rider: rider?.name, reason },
        collectedPaise: takesCash(move) && payablePaise > 0 ? payablePaise : undefined,
        writtenOff: missed.length > 0 ? missed.map(({ text }) => text).join('; ') : undefined,
      }),
    )
  })
}

/**
 * What is missing or damaged, as pieces of the order's warehouse.
 *
 * @throws StoreError 'not_allowed_now' once the order has left, 'invalid' for pieces that the order does not have
 */
async function readShortages(tx: Database, order: OrderRow, shortages: Shortage[]) {
  if (shortages.length === 0) return []
  if (order.status !== 'Accepted') {
    throw new StoreError('not_allowed_now', 'Pieces are written off until the order leaves')
  }
  const lines = await readLines(tx, order.id)
  // Stock is locked in one order, before some of it is released and some counted.
  await lockStock(tx, orderStockItems(order, lines))
  const keys = shortages.map(({ item, size }) => `${item} ${size ?? lines[item - 1]?.size}`)
  return shortages.map(({ item, quantity, reason, size: ofTrial }, nth) => {
    const line = lines[item - 1]
    const size = ofTrial ?? line?.size ?? ''
    const hasSize = line && [line.size, line.trialSize].includes(size)
    if (!hasSize || line.status === 'Cancelled' || keys.indexOf(keys[nth] ?? '') !== nth) {
      throw missing('shortages', 'The order doesn’t have these items')
    }
    if (quantity > line.quantity) {
      throw missing('shortages', `The order has ${line.quantity} of it`)
    }
    const stockItem = { warehouseId: order.warehouseId, productId: line.productId, size, quantity }
    return { stockItem, reason, text: `${quantity} × ${line.productName}, ${size}` }
  })
}

/** Runs before the move, outside of its transaction. */
export async function prepareMove(
  context: StaffContext,
  number: string,
  body: MoveOrder,
): Promise<void> {
  if (body.code === undefined) return
  await withLockedOrder(context.db, number, async (tx, order) => {
    await requireVisible(tx, context.actor, order)
    await countWrongCode({ ...context, db: tx }, order, body)
  })
}

/** "Order PEH-KAB55N is on the way, so it can’t be handed over" */
function refusedMove(order: OrderRow, move: OrderMove) {
  const { orderNumber, purchaseType } = order
  const state = boardStateOf(order)
  const reason = moveRules[move].from.includes(state)
    ? (wrongKind[move]?.(order) ?? `is ${purchaseType}`)
    : `is ${stateText[state]}`
  const sentence = `Order ${orderNumber} ${reason}, so it can’t be ${moveAction[move]}`
  return new StoreError('not_allowed_now', sentence)
}

/** Why a move is not for an order, although its state would allow it. */
const wrongKind: Partial<Record<OrderMove, (order: OrderRow) => string>> = {
  arrive: () => 'has no trial',
  startTrial: () => 'has no trial',
  deliver: () => 'has a trial first',
  collectCash: ({ paymentMethod, purchaseType, balancePaise }) =>
    purchaseType === 'Try and Buy' && balancePaise > 0
      ? 'has its trial first'
      : paymentMethod === 'Cash on delivery'
        ? 'is already paid'
        : 'was paid online',
}

const missing = (field: string, sentence: string) =>
  new StoreError('invalid', sentence, { fields: { [field]: sentence } })

/** A rider sees the orders that they carry, everybody else those of their warehouses. */
export async function requireVisible(tx: Database, actor: StaffActor, order: OrderRow) {
  const isOwn = actor.role === 'rider' ? await carries(tx, actor, order) : true
  if (!isOwn || !worksFor(actor, order.warehouseId)) throw orderNotFound()
}

const carries = async (tx: Database, { id }: StaffActor, { agentId }: OrderRow) =>
  agentId !== null &&
  (await tx.$count(
    deliveryAgents,
    and(eq(deliveryAgents.id, agentId), eq(deliveryAgents.staffId, id)),
  )) > 0

type ChosenRider = { riderId: string | undefined; warehouseId: string }

/** A rider who may take an order of the warehouse. */
export async function requireRider(tx: Database, { riderId, warehouseId }: ChosenRider) {
  if (riderId === undefined) throw missing('riderId', 'Choose a rider')
  const [rider] = await tx
    .select({
      ...{ id: deliveryAgents.id, name: deliveryAgents.name },
      ...{ isActive: deliveryAgents.isActive, warehouseIds: staff.warehouseIds },
    })
    .from(deliveryAgents)
    .leftJoin(staff, eq(staff.id, deliveryAgents.staffId))
    .where(eq(deliveryAgents.id, riderId))
  if (!rider?.isActive) throw missing('riderId', 'This rider isn’t working any more')
  if (!worksFor({ warehouseIds: rider.warehouseIds ?? [] }, warehouseId)) {
    throw missing('riderId', 'This rider works for another warehouse')
  }
  return rider
}

/** What is due once the items that the customer does not keep are taken back, in paise. */
async function readDueAfterTrial(
  tx: Database,
  order: OrderRow,
  kept: TrialChoice[],
): Promise<number> {
  const returned = (await readLines(tx, order.id)).filter(
    ({ status }, position) =>
      status !== 'Cancelled' && !kept.some(({ item }) => item === position + 1),
  )
  return moneyAfterTrial(returned, dueOf(order)).duePaise
}

function requireDue(collectedPaise: number | undefined, duePaise: number) {
  if (duePaise === 0 && collectedPaise) {
    throw new StoreError(
      'not_allowed_now',
      'This order is paid already. Give the cash back, then deliver it.',
    )
  }
  if (duePaise > 0 && collectedPaise !== duePaise) {
    throw missing('collectedPaise', `Collect exactly ${paiseText(duePaise)}`)
  }
}

/**
 * The state of an order, which is the one that a person saw.
 *
 * @throws StoreError 'conflict' with who was faster
 */
export async function requireState(
  tx: Database,
  order: OrderRow,
  from: BoardState,
): Promise<BoardState> {
  const state = boardStateOf(order)
  if (state !== from) throw await somebodyWasFaster(tx, order)
  return state
}

/** The refusal of a change that somebody else has overtaken. */
export async function somebodyWasFaster(tx: Database, order: OrderRow) {
  const last = await lastMoveOf(tx, order)
  const sentence = last ? `${last.by} ${last.action} before you` : 'The order has changed meanwhile'
  // The field tells it from the conflict of two requests with the same key, of which one may still succeed.
  return new StoreError('conflict', sentence, { fields: { from: sentence } })
}

/** Of the things that staff do with an order, those that change what others can do. */
const changes = [
  ...Object.values(moveDone),
  ...Object.values(itemChangeDone),
  ...Object.values(pickupDone),
  addressCorrected,
]

/** The last thing that a person changed; undefined if the customer has cancelled the order since. */
async function lastMoveOf(tx: Database, { id, status }: OrderRow) {
  const isByCustomer = and(
    eq(orderEvents.orderId, id),
    eq(orderEvents.status, 'Cancelled'),
    eq(orderEvents.by, 'shopper'),
  )
  if (status === 'Cancelled' && (await tx.$count(orderEvents, isByCustomer)) > 0) return undefined
  const [last] = await tx
    .select({ by: staffHistory.by, action: staffHistory.action })
    .from(staffHistory)
    .where(
      and(
        eq(staffHistory.subject, 'order'),
        eq(staffHistory.subjectId, id),
        inArray(staffHistory.action, changes),
      ),
    )
    .orderBy(desc(staffHistory.id))
    .limit(1)
  return last
}

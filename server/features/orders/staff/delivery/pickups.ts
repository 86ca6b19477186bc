import { eq, inArray } from 'drizzle-orm'

import type { OrderStatus } from '#contract/orders/order.ts'
import { orderPath } from '#contract/pages/paths.ts'
import {
  type AssignPickup,
  type CheckedItem,
  type CheckPickup,
  findingText,
  isReceivable,
  isRefusable,
  type MoveReturn,
  pickupDone,
} from '#contract/staff/pickups.ts'
import { cleanPhone } from '#contract/values/phone.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { pickups } from '#server/database/schema/deliveries.ts'
import { deliveryAgents, orderLines, type OrderRow } from '#server/database/schema/orders.ts'
import { agentNotFound } from '#server/features/orders/deliveryAgents.ts'
import { enqueueOrderPush } from '#server/features/orders/orderTransitions.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { type ReturnStep, withOrder } from '#server/features/orders/orderOperations.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { type Change, commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { claimDoorPhotos } from './doorPhotos.ts'
import {
  requireRider,
  requireVisible,
  somebodyWasFaster,
} from '#server/features/orders/staff/moveOrder.ts'
import { isOpen, readReturnedLines, type ReturnedLine } from './pickupReads.ts'

/**
 * Gives the items of an order that wait to be fetched to a rider, or to another one. The simulated courier of demo
 * mode then leaves them alone.
 *
 * @throws StoreError 'not_found', 'invalid', or 'not_allowed_now' if nothing is to be fetched
 */
export function assignPickup(
  { db, actor, record }: StaffContext,
  number: string,
  { riderId }: AssignPickup,
): Promise<void> {
  return withOrder(db, number, async (tx, order) => {
    await requireVisible(tx, actor, order)
    const rider = await requireRider(tx, { riderId, warehouseId: order.warehouseId })
    await record(await giveToRider(tx, order, rider))
  })
}

/** The same at the command line, for a rider by their phone number. */
export function assignPickupByPhone(
  db: Database,
  number: string,
  contactNumber: string,
): Promise<void> {
  return withOrder(db, number, async (tx, order) => {
    const hasNumber = eq(deliveryAgents.contactNumber, cleanPhone(contactNumber))
    const [agent] = await tx.select().from(deliveryAgents).where(hasNumber)
    if (!agent) throw agentNotFound()
    const chosen = { riderId: agent.id, warehouseId: order.warehouseId }
    const rider = await requireRider(tx, chosen)
    await recordChange(tx, commandLine, await giveToRider(tx, order, rider))
  })
}

type Rider = { id: string; name: string }

async function giveToRider(tx: Database, order: OrderRow, { id, name }: Rider): Promise<Change> {
  const open = (await linesOf(tx, order)).filter(isOpen)
  if (open.length === 0) throw notAllowed(`Order ${order.orderNumber} has nothing to pick up`)
  if (open.every(({ pickup }) => pickup?.agentId === id)) {
    throw notAllowed(`The pick-up of order ${order.orderNumber} is already with this rider`)
  }
  const assigned = { agentId: id, assignedAt: clock.now() }
  for (const { line } of open) {
    await tx
      .insert(pickups)
      .values({ lineId: line.id, orderId: order.id, ...assigned })
      .onConflictDoUpdate({ target: pickups.lineId, set: assigned })
  }
  const items = open.map(({ line }) => line.position + 1)
  return change(order, 'assign', { rider: name, items })
}

/**
 * Records what a rider did about their pick-up.
 *
 * @throws StoreError 'not_found' if another rider has it, 'conflict' if somebody was faster, 'invalid', 'not_allowed_now'
 */
export function checkPickup(
  context: StaffContext,
  number: string,
  body: CheckPickup,
): Promise<void> {
  return withOrder(context.db, number, async (tx, order) => {
    const own = await readOwn(tx, order, context.actor.id)
    return body.move === 'check'
      ? checkItems({ ...context, db: tx }, order, { own, items: body.items })
      : noteAttempt({ ...context, db: tx }, order, { own, body })
  })
}

type Attempt = Extract<CheckPickup, { move: 'attempt' }>

async function noteAttempt(
  { db: tx, record }: StaffContext,
  order: OrderRow,
  { own, body: { reason, attempts } }: { own: ReturnedLine[]; body: Attempt },
) {
  const open = own.filter(isOpen)
  if (open.length === 0) throw await somebodyWasFaster(tx, order)
  const before = Math.max(...open.map(({ pickup }) => pickup?.attempts ?? 0))
  if (before !== attempts) throw await somebodyWasFaster(tx, order)
  await tx
    .update(pickups)
    .set({ attempts: attempts + 1, failedReason: reason })
    .where(
      inArray(
        pickups.lineId,
        open.map(({ line }) => line.id),
      ),
    )
  await enqueueOrderPush(tx, order, {
    title: 'We missed you',
    body: 'We couldn’t pick up your item. We’ll call you to agree on a new time.',
    path: orderPath(order.id),
    cause: `order:${order.id}:pickup-missed:${attempts + 1}`,
  })
  await record(change(order, 'attempt', { reason }))
}

type Check = { own: ReturnedLine[]; items: CheckedItem[] }

async function checkItems(context: StaffContext, order: OrderRow, { own, items }: Check) {
  for (const checked of items) {
    const returned = own.find(({ line }) => line.position + 1 === checked.item)
    if (!returned) throw orderNotFound()
    if (!isOpen(returned) || returned.line.status !== checked.from) {
      throw await somebodyWasFaster(context.db, order)
    }
    requireReasons(checked)
    await checkItem(context, order, { returned, checked })
  }
}

/** A finding is explained to the customer, and shown to the warehouse. */
function requireReasons({ outcome, finding, photoIds, note }: CheckedItem) {
  if (outcome === 'refused' && finding === 'fine' && !note) {
    throw missing('note', 'Say why you didn’t take the item')
  }
  if (finding !== 'fine' && photoIds.length === 0) {
    throw missing('photoIds', 'Take a photo of what you found')
  }
}

type ItemCheck = { returned: ReturnedLine; checked: CheckedItem }

/** An item that is taken is accepted; the warehouse receives it later, which refunds it. */
async function checkItem(
  { db: tx, actor, record }: StaffContext,
  order: OrderRow,
  { returned: { line }, checked: { outcome, finding, note, photoIds } }: ItemCheck,
) {
  const isCollected = outcome === 'taken'
  if (!isCollected && !isRefusable(line)) {
    throw notAllowed('The store has accepted this item already. Take it along.')
  }
  await claimDoorPhotos(tx, order, {
    ...{ ids: photoIds, staffId: actor.id },
    ...{ shows: 'pickup', lineId: line.id },
  })
  await tx
    .update(pickups)
    .set({ outcome, finding, note: note ?? null, checkedBy: actor.name, checkedAt: clock.now() })
    .where(eq(pickups.lineId, line.id))
  const to = stepOf(line.status, isCollected ? 'accept' : 'refuse')
  if (isRefusable(line)) {
    const refusalReason = isCollected ? undefined : refusalText(finding, note)
    await transitionLine(tx, {
      ...{ orderId: order.id, lineId: line.id, to, by: 'courier', staffId: actor.id },
      changes: refusalReason ? { refusalReason } : {},
    })
  }
  const item = line.productName
  await record(change(order, 'check', { item, outcome, finding, reason: note }))
}

/** 'The item has been worn: stain on the sleeve.' */
const refusalText = (finding: CheckedItem['finding'], note: string | undefined): string =>
  finding === 'fine' ? `${note}` : `${[findingText[finding], note].filter(Boolean).join(': ')}.`

/**
 * Receives an item in the warehouse, which puts it back in stock and refunds it, or refuses it before it was fetched.
 *
 * @throws StoreError 'not_found', 'conflict' if somebody was faster, 'invalid', 'not_allowed_now'
 */
export function moveReturn(
  { db, actor, record }: StaffContext,
  number: string,
  { item, move, from, reason }: MoveReturn,
): Promise<void> {
  return withOrder(db, number, async (tx, order) => {
    await requireVisible(tx, actor, order)
    const [returned] = (await linesOf(tx, order)).filter(({ line }) => line.position + 1 === item)
    if (!returned)
      throw new StoreError('not_found', `Order ${order.orderNumber} has no item ${item}`)
    const { line } = returned
    if (line.status !== from) throw await somebodyWasFaster(tx, order)
    const staffId = actor.sessionId === undefined ? undefined : actor.id
    const step = (to: ReturnStep, changes = {}) =>
      transitionLine(tx, { orderId: order.id, lineId: line.id, to, by: 'store', staffId, changes })
    if (move === 'refuse') {
      if (!isRefusable(line)) throw notAllowed('An accepted item can’t be refused any more')
      if (!reason) throw missing('reason', 'Say why. The customer reads it.')
      await step(stepOf(from, 'refuse'), { refusalReason: reason })
    } else {
      if (!isReceivable(line)) throw notAllowed('This item can’t be received')
      if (isRefusable(line)) await step(stepOf(from, 'accept'))
      await step(stepOf(from, 'receive'))
    }
    await record(change(order, move, { item: line.productName, reason }))
  })
}

const steps = {
  return: { accept: 'Return Accepted', refuse: 'Return Cancelled', receive: 'Returned' },
  exchange: { accept: 'Exchange Accepted', refuse: 'Exchange Cancelled', receive: 'Exchanged' },
} as const satisfies Record<string, Record<string, ReturnStep>>

const stepOf = (status: OrderStatus, step: keyof (typeof steps)['return']): ReturnStep =>
  steps[status.startsWith('Return') ? 'return' : 'exchange'][step]

const linesOf = (tx: Database, { id }: OrderRow) =>
  readReturnedLines(tx, eq(orderLines.orderId, id))

/** The items of an order that a rider picks up. An item that another one picks up does not exist for them. */
async function readOwn(tx: Database, order: OrderRow, staffId: string): Promise<ReturnedLine[]> {
  const [agent] = await tx.select().from(deliveryAgents).where(eq(deliveryAgents.staffId, staffId))
  const lines = await linesOf(tx, order)
  const own = lines.filter(({ pickup }) => agent && pickup?.agentId === agent.id)
  if (own.length === 0) throw orderNotFound()
  return own
}

const change = (
  order: OrderRow,
  done: keyof typeof pickupDone,
  after: Change['after'],
): Change => ({
  ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
  ...{ action: pickupDone[done], before: {}, after },
})

const notAllowed = (sentence: string) => new StoreError('not_allowed_now', sentence)
const missing = (field: string, sentence: string) =>
  new StoreError('invalid', sentence, { fields: { [field]: sentence } })

import {
  arrayOverlaps,
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'

import type { CashHandover, CashSheet, CountedCash, ReceivedCash } from '#contract/staff/riders.ts'
import type { Database } from '#server/database/client/connect.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { cashHandovers, payments } from '#server/database/schema/payments.ts'
import { staff } from '#server/database/schema/staff.ts'
import { agentNotFound } from '#server/features/orders/deliveryAgents.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'

/** Received hand-overs stay in the list for this long; all are in the history. */
const listedMs = 7 * dayMs

/**
 * The cash that riders carry, and what they handed over: a rider's own, or that of all. Open hand-overs come first.
 */
export async function readCash(
  db: Database,
  actor: StaffActor,
): Promise<{ sheets: CashSheet[]; handovers: CashHandover[] }> {
  const isOwn = isCashOf(actor)
  const collected = await db
    .select({ payment: payments, agent: deliveryAgents, number: orders.orderNumber })
    .from(payments)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, payments.collectedById))
    .leftJoin(staff, eq(staff.id, deliveryAgents.staffId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(isOwn, isNull(payments.cashHandoverId)))
    .orderBy(asc(deliveryAgents.name), asc(payments.capturedAt), asc(payments.id))
  const agents = new Map(collected.map(({ agent: { id, name } }) => [id, name]))
  const sheets = [...agents].map(([id, name]) => {
    const own = collected.filter(({ agent }) => agent.id === id)
    return {
      rider: { id, name },
      cashPaise: sumOf(own.map(({ payment }) => payment)),
      collected: own.map(({ payment, number }) => ({
        ...{ number, amountPaise: payment.amountPaise },
        at: (payment.capturedAt ?? payment.createdAt).toISOString(),
      })),
    }
  })
  const isListed = or(
    isNull(cashHandovers.receivedAt),
    gt(cashHandovers.receivedAt, new Date(clock.now().getTime() - listedMs)),
  )
  const rows = await db
    .select({ handover: cashHandovers, agent: deliveryAgents })
    .from(cashHandovers)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, cashHandovers.agentId))
    .leftJoin(staff, eq(staff.id, deliveryAgents.staffId))
    .where(and(isOwn, isListed))
    .orderBy(sql`${cashHandovers.receivedAt} is not null`, desc(cashHandovers.at))
  return {
    sheets,
    handovers: rows.map(({ handover: { id, at, receivedAt, ...handover }, agent }) => ({
      ...{ id, rider: { id: agent.id, name: agent.name }, at: at.toISOString() },
      ...{ expectedPaise: handover.expectedPaise, countedPaise: handover.countedPaise },
      ...{ reason: handover.reason, receivedPaise: handover.receivedPaise },
      ...{ receivedBy: handover.receivedBy, receivedReason: handover.receivedReason },
      receivedAt: receivedAt?.toISOString() ?? null,
    })),
  }
}

/** A rider's own cash, or that of riders who share a warehouse with the person. */
function isCashOf({ role, id, warehouseIds }: StaffActor): SQL | undefined {
  if (role === 'rider') return eq(deliveryAgents.staffId, id)
  return warehouseIds.length > 0
    ? or(isNull(staff.id), arrayOverlaps(staff.warehouseIds, warehouseIds))
    : undefined
}

const sumOf = (paid: { amountPaise: number }[]) =>
  paid.reduce((total, { amountPaise }) => total + amountPaise, 0)

/**
 * Records that a rider gives away all the cash that they carry.
 *
 * @throws StoreError 'conflict' if it is not what the rider has seen, 'invalid', 'not_allowed_now'
 */
export async function handOverCash(
  { db, actor, record }: StaffContext,
  { countedPaise, expectedPaise, reason }: CountedCash,
): Promise<void> {
  const [agent] = await db
    .select()
    .from(deliveryAgents)
    .where(eq(deliveryAgents.staffId, actor.id))
    .for('update')
  const carried = agent ? await lockCarried(db, agent.id) : []
  if (!agent || carried.length === 0)
    throw new StoreError('not_allowed_now', 'You have no cash to hand over')
  if (sumOf(carried) !== expectedPaise) {
    throw new StoreError('conflict', 'You have collected more meanwhile. Please count again.')
  }
  await saveHandover({ db, record }, { agent, carried, countedPaise, reason })
}

type Handover = Pick<CountedCash, 'countedPaise' | 'reason'> & {
  agent: typeof deliveryAgents.$inferSelect
  carried: (typeof payments.$inferSelect)[]
}

async function saveHandover(
  { db, record }: Pick<StaffContext, 'db' | 'record'>,
  { agent, carried, countedPaise, reason }: Handover,
): Promise<string> {
  const carriedPaise = sumOf(carried)
  if (countedPaise !== carriedPaise && !reason) throw missingReason()
  const [handover] = await db
    .insert(cashHandovers)
    .values({
      ...{ agentId: agent.id, expectedPaise: carriedPaise, countedPaise },
      ...{ reason: reason ?? null, at: clock.now() },
    })
    .returning()
  if (!handover) throw new Error('The hand-over was not saved')
  await db
    .update(payments)
    .set({ cashHandoverId: handover.id })
    .where(
      inArray(
        payments.id,
        carried.map(({ id }) => id),
      ),
    )
  await record({
    ...{ subject: 'cash', subjectId: handover.id, name: agent.name, action: 'handed over cash' },
    before: { expectedPaise: carriedPaise },
    after: { countedPaise, reason },
  })
  return handover.id
}

/**
 * Records that somebody who delivers without an account at the desk gave away their cash, and what was counted of it.
 *
 * @throws StoreError 'not_found', 'invalid', 'not_allowed_now' for a rider, who hands over at the desk
 */
export async function receiveCashOfAgent(
  context: StaffContext,
  { contactNumber, receivedPaise, reason }: ReceivedCash & { contactNumber: string },
): Promise<void> {
  const { db } = context
  const [agent] = await db
    .select()
    .from(deliveryAgents)
    .where(eq(deliveryAgents.contactNumber, contactNumber))
    .for('update')
  if (!agent) throw agentNotFound()
  if (agent.staffId !== null) {
    throw new StoreError('not_allowed_now', `${agent.name} hands over their cash at the desk`)
  }
  const carried = await lockCarried(db, agent.id)
  if (carried.length === 0) {
    throw new StoreError('not_allowed_now', `${agent.name} has no cash to hand over`)
  }
  const countedPaise = receivedPaise
  const id = await saveHandover(context, { agent, carried, countedPaise, reason })
  await receiveCash(context, id, { receivedPaise, reason })
}

/** What a rider has collected in cash and not handed over. */
const lockCarried = (db: Database, agentId: string) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.collectedById, agentId), isNull(payments.cashHandoverId)))
    .for('update')

/**
 * Records what a manager counted of the cash that a rider handed over.
 *
 * @throws StoreError 'not_found', 'conflict' if somebody has counted it before, 'invalid'
 */
export async function receiveCash(
  { db, actor, record }: StaffContext,
  id: string,
  { receivedPaise, reason }: ReceivedCash,
): Promise<void> {
  const [row] = await db
    .select({ handover: cashHandovers, name: deliveryAgents.name })
    .from(cashHandovers)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, cashHandovers.agentId))
    .leftJoin(staff, eq(staff.id, deliveryAgents.staffId))
    .where(and(isCashOf(actor), eq(cashHandovers.id, id)))
    .for('update', { of: cashHandovers })
  if (!row) throw new StoreError('not_found', 'There’s no such hand-over')
  const { handover, name } = row
  if (handover.receivedAt) {
    throw new StoreError('conflict', `${handover.receivedBy} has already counted this cash`)
  }
  if (receivedPaise !== handover.countedPaise && !reason) throw missingReason()
  await db
    .update(cashHandovers)
    .set({
      ...{ receivedPaise, receivedBy: actor.name, receivedAt: clock.now() },
      receivedReason: reason ?? null,
    })
    .where(eq(cashHandovers.id, id))
  await record({
    ...{ subject: 'cash', subjectId: id, name, action: 'received cash' },
    before: { countedPaise: handover.countedPaise },
    after: { receivedPaise, reason },
  })
}

const missingReason = () => {
  const sentence = 'Say why the amounts differ'
  return new StoreError('invalid', sentence, { fields: { reason: sentence } })
}

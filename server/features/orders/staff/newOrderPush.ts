import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'

import { clockTime, dayText, startOfDay } from '#contract/values/indianTime.ts'
import * as rules from '#contract/rules.ts'
import { boardStateOf } from '#contract/staff/orderMoves.ts'
import { orderRoles } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staff, staffPushSubscriptions, staffSessions } from '#server/database/schema/staff.ts'
import { type StaffPushJob, staffPushJob } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Enqueues a push of a new order for everybody who sees it on the board and has switched notifications on. */
export async function enqueueNewOrderPushes(tx: Database, orderId: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  if (!order || boardStateOf(order) !== 'new') return
  const subscriptions = await tx
    .select({ id: staffPushSubscriptions.id })
    .from(staffPushSubscriptions)
    .innerJoin(staff, eq(staff.id, staffPushSubscriptions.staffId))
    .innerJoin(staffSessions, eq(staffSessions.id, staffPushSubscriptions.sessionId))
    .where(
      and(
        canReceivePush(),
        sql`(${staff.warehouseIds} = '{}' or ${order.warehouseId} = any(${staff.warehouseIds}))`,
      ),
    )
  if (subscriptions.length === 0) return
  const text = {
    title: 'New order',
    body: order.promisedBy ? `Promise ${promiseText(order.promisedBy)}.` : '',
    path: `/desk/orders/${order.orderNumber}`,
    tag: `new-order-${order.orderNumber}`,
  }
  const rows = subscriptions.map(({ id: subscriptionId }) => ({
    kind: staffPushJob,
    cause: `new-order:${order.id}:${subscriptionId}`,
    payload: { subscriptionId, orderId: order.id, text } satisfies StaffPushJob,
    runAt: clock.now(),
  }))
  await tx.insert(jobs).values(rows).onConflictDoNothing()
}

/** People of the board who are not disabled and still logged in where they subscribed. */
const canReceivePush = () =>
  and(
    inArray(staff.role, [...orderRoles]),
    isNull(staff.disabledAt),
    gt(staffSessions.expiresAt, clock.now()),
    gt(staffSessions.lastUsedAt, new Date(clock.now().getTime() - rules.session.idleMs)),
  )

/** '7:45 pm', or 'Thu, 26 Nov, 10:30 am' on another day. */
function promiseText(by: Date): string {
  const isToday = startOfDay(by) === startOfDay(clock.now())
  return isToday ? clockTime(by) : `${dayText(by)}, ${clockTime(by)}`
}

/** Where a push goes; undefined if its person may not be told any more, or the order is no longer new. */
export async function readPushTarget(db: Database, { subscriptionId, orderId }: StaffPushJob) {
  const [row] = await db
    .select({ subscription: staffPushSubscriptions })
    .from(staffPushSubscriptions)
    .innerJoin(staff, eq(staff.id, staffPushSubscriptions.staffId))
    .innerJoin(staffSessions, eq(staffSessions.id, staffPushSubscriptions.sessionId))
    .where(and(eq(staffPushSubscriptions.id, subscriptionId), canReceivePush()))
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  return order && boardStateOf(order) === 'new' ? row?.subscription : undefined
}

import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'

import { type LinkOrder, phoneOrderDone } from '#contract/staff/phoneOrders.ts'
import { userOf } from '#server/commerce/customers.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { releaseReservation } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type OrderRow, orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'

const maxShown = 20

/** The link that the customer was sent; a later one is for a difference that is paid at the door. */
const firstLink = sql`(
  select ${payments.id} from ${payments}
  where ${payments.orderId} = ${orders.id} and ${payments.kind} = 'link'
  order by ${payments.createdAt}, ${payments.id} limit 1)`

const selectLinkOrders = (db: Database) =>
  db
    .select({ order: orders, user: users, link: payments })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(payments, eq(payments.id, firstLink))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectLinkOrders>>[number]

const isVisibleTo = ({ warehouseIds }: Pick<StaffActor, 'warehouseIds'>) =>
  and(
    eq(orders.channel, 'phone'),
    ne(orders.paymentMethod, 'Cash on delivery'),
    warehouseIds.length > 0 ? inArray(orders.warehouseId, warehouseIds) : undefined,
  )

/** The orders on the phone of the last day that are paid by a link, newest first. Until they are paid, the board has none of them. */
export async function readLinkOrders(db: Database, actor: StaffActor): Promise<LinkOrder[]> {
  const rows = await selectLinkOrders(db)
    .where(and(isVisibleTo(actor), gt(orders.createdAt, clock.later(-dayMs))))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxShown)
  return rows.map(linkOrderOf)
}

/** @throws StoreError 'not_found' also for an order of another warehouse */
export async function readLinkOrder(
  db: Database,
  actor: StaffActor,
  number: string,
): Promise<LinkOrder> {
  const [row] = await selectLinkOrders(db).where(
    and(isVisibleTo(actor), eq(orders.orderNumber, number)),
  )
  if (!row) throw orderNotFound()
  return linkOrderOf(row)
}

const states: Record<OrderRow['checkoutStatus'], LinkOrder['state']> = {
  awaiting_payment: 'waiting',
  completed: 'paid',
  expired: 'expired',
}

function linkOrderOf({ order, user, link }: Row): LinkOrder {
  return {
    number: order.orderNumber,
    customer: userOf(user).name,
    contactNumber: user.contactNumber ?? '',
    totalPaise: order.totalPaise,
    state: states[order.checkoutStatus],
    heldUntil: order.holdUntil?.toISOString() ?? null,
    linkSentAt: link.linkSentAt?.toISOString() ?? null,
    placedAt: order.createdAt.toISOString(),
  }
}

/** Claims another message with the link. The provider sends it afterwards, outside the transaction. */
export async function claimLinkAgain(
  context: StaffContext,
  number: string,
  claimLink: (tx: Database, order: OrderRow) => Promise<void>,
): Promise<void> {
  const order = await lockWaiting(context, number)
  await claimLink(context.db, order)
  await context.record({
    ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
    ...{ action: phoneOrderDone.linkSent, before: {}, after: {} },
  })
}

/** Ends the hold of an order that nobody will pay: its items are on sale again, and its link is closed. */
export async function releaseLinkOrder(context: StaffContext, number: string): Promise<void> {
  const order = await lockWaiting(context, number)
  await releaseReservation(context.db, order.id)
  await context.record({
    ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
    ...{ action: phoneOrderDone.released, before: {}, after: {} },
  })
}

/** @throws StoreError 'not_allowed_now' once it is paid or its hold is over */
async function lockWaiting({ db, actor }: StaffContext, number: string): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(isVisibleTo(actor), eq(orders.orderNumber, number)))
    .for('update')
  if (!order) throw orderNotFound()
  if (order.checkoutStatus === 'awaiting_payment') return order
  throw new StoreError(
    'not_allowed_now',
    order.checkoutStatus === 'completed'
      ? `Order ${order.orderNumber} is paid`
      : `The link of order ${order.orderNumber} is no longer valid. Place the order again.`,
  )
}

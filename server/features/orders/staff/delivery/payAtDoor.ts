import { eq } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import { boardStateOf, isMoveAllowed, stateText } from '#contract/staff/orderMoves.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type OrderRow, orders } from '#server/database/schema/orders.ts'
import { lockOrder } from '#server/features/orders/orderTransitions.ts'
import type { Change, StaffActor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { paiseText } from '#server/features/orders/staff/paiseText.ts'
import { requireVisible } from '#server/features/orders/staff/moveOrder.ts'

/** @throws StoreError 'not_found' if the rider does not carry it */
export async function requireCarried(
  db: Database,
  actor: StaffActor,
  number: string,
): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.orderNumber, cleanReference(number)))
  if (!order) throw orderNotFound()
  await requireVisible(db, actor, order)
  return order
}

/**
 * An order that can be paid at the door now, locked.
 *
 * @throws StoreError 'not_found', or 'not_allowed_now' if nothing is due, or the rider is not there yet
 */
export async function requirePayable(
  tx: Database,
  actor: StaffActor,
  number: string,
): Promise<OrderRow> {
  const order = await lockOrder(tx, (await requireCarried(tx, actor, number)).id)
  const { orderNumber, purchaseType } = order
  const [state, duePaise] = [boardStateOf(order), dueOf(order)]
  if (duePaise === 0) throw notAllowed(`Order ${orderNumber} is already paid`)
  if (purchaseType === 'Try and Buy') {
    throw notAllowed('After a trial, take what is due in cash')
  }
  if (duePaise < rules.payment.minPaise) {
    throw notAllowed(`Take ${paiseText(duePaise)} in cash: it is too little for UPI`)
  }
  if (!isMoveAllowed('collectCash', actor.role, { state, purchaseType, duePaise })) {
    throw notAllowed(`Order ${orderNumber} is ${stateText[state]}, so it can’t be paid at the door`)
  }
  return order
}

export const upiChange = (order: OrderRow): Change => ({
  ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
  ...{ action: 'showed a UPI code', before: {}, after: { amountPaise: dueOf(order) } },
})

const notAllowed = (sentence: string) => new StoreError('not_allowed_now', sentence)

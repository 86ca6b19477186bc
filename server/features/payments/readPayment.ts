import { and, eq } from 'drizzle-orm'

import type { PaymentState } from '#contract/checkout.ts'
import type { Paise } from '#contract/money.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { askPayment } from './askPayment.ts'
import { standingOf } from './standingOf.ts'

type OrderRow = typeof orders.$inferSelect

/** A page that waits asks again and again; the provider is asked less often. */
const askAgainMs = 2000

/** Where the payment of a user's order stands, by the provider's truth. */
export async function readPayment(store: UserStore, provider: PaymentProvider, orderId: string) {
  const { order, payment } = await findOrder(store, orderId)
  const isOpen = order.state !== 'placed' && payment?.providerOrderId
  if (isOpen && isDue(payment)) {
    await askPayment(store.db, provider, isOpen).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      log.warn({ orderId }, 'A payment could not be looked up')
    })
  }
  const now = isOpen ? (await findOrder(store, orderId)).order : order
  return {
    state: await stateOf(store.db, now),
    order: {
      _id: now.id,
      orderID: now.orderNumber,
      orderSlug: now.orderNumber.toLowerCase(),
      amount: now.totalPaise as Paise,
    },
  }
}

async function findOrder({ db, userId }: UserStore, orderId: string) {
  const [found] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.kind, 'checkout')))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
    .orderBy(payments.createdAt)
    .limit(1)
  if (!found) throw new StoreError('not_found', 'This order does not exist')
  return found
}

const isDue = ({ checkedAt }: typeof payments.$inferSelect) =>
  checkedAt === null || clock.now().getTime() - checkedAt.getTime() >= askAgainMs

async function stateOf(db: Database, order: OrderRow): Promise<PaymentState> {
  if (order.state === 'awaiting_payment') return 'waiting'
  return order.state === 'expired' ? 'expired' : standingOf(db, order)
}

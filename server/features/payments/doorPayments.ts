import { and, desc, eq } from 'drizzle-orm'

import type { DoorPayment } from '#contract/staff/riders.ts'
import { defaultStoreName } from '#contract/store/storeTerms.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { ProviderRejectionError } from '#server/platform/payments/razorpay.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { syncPaymentLink } from './paymentLinks.ts'

type LinkRow = typeof payments.$inferSelect

/** Several pages can poll; the provider is asked at most this often. */
const pollIntervalMs = 2000

/** Payments by UPI of what is due at the door: a payment link, which the rider shows as a QR code. */
export const createDoorPayments = (provider: PaymentProvider) => ({
  /** Reserves the link, in a transaction that has locked the order. */
  claim: async (tx: Database, order: OrderRow): Promise<void> => {
    const orderId = order.id
    if (await findOpenLink(tx, orderId)) return
    await tx.insert(payments).values({
      ...{ orderId, provider: provider.name, kind: 'link', status: 'created' },
      ...{ amountPaise: dueOf(order), createdAt: clock.now() },
    })
  },
  /** The link as the customer's phone opens it. Creates it with the provider, once. */
  open: async (db: Database, orderId: string): Promise<DoorPayment> => {
    const link = await findOpenLink(db, orderId)
    if (link && !link.providerOrderId) await createOnce(db, provider, link)
    return stateOf(db, orderId)
  },
  /** How far the payment is, synchronized with the provider. */
  read: async (db: Database, orderId: string): Promise<DoorPayment> => {
    const { providerOrderId, checkedAt } = (await findOpenLink(db, orderId)) ?? {}
    const isDue = clock.now().getTime() - (checkedAt?.getTime() ?? 0) >= pollIntervalMs
    if (providerOrderId && isDue) {
      await syncPaymentLink(db, provider, providerOrderId).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
        log.warn({ orderId }, 'A payment at the door could not be queried')
      })
    }
    return stateOf(db, orderId)
  },
})

/** The link that asks for what is due. One with another amount was cancelled when the amount changed. */
async function findOpenLink(db: Database, orderId: string): Promise<LinkRow | undefined> {
  const link = await findLink(db, orderId)
  return link?.status === 'created' ? link : undefined
}

/** The newest link of the order. */
async function findLink(db: Database, orderId: string): Promise<LinkRow | undefined> {
  const [link] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.kind, 'link')))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  return link
}

/** Of two taps at once, the provider rejects the second, whose link then exists. */
async function createOnce(db: Database, provider: PaymentProvider, link: LinkRow): Promise<void> {
  try {
    await create(db, provider, link)
  } catch (error) {
    if (!(error instanceof ProviderRejectionError)) throw error
    const [now] = await db.select().from(payments).where(eq(payments.id, link.id))
    if (!now?.providerOrderId) throw error
  }
}

async function create(db: Database, provider: PaymentProvider, link: LinkRow): Promise<void> {
  const [row] = await db
    .select({ number: orders.orderNumber, user: users })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, link.orderId))
  const facts = await readStoreFacts(db)
  const created = await provider.createLink({
    amountPaise: link.amountPaise,
    reference: link.id,
    description: `${facts?.name ?? defaultStoreName} order ${row?.number}`,
    customer: { name: row?.user.firstName ?? '', contact: row?.user.contactNumber ?? '' },
    isTextedToCustomer: false,
  })
  await db
    .update(payments)
    .set({ providerOrderId: created.id, linkUrl: created.short_url })
    .where(eq(payments.id, link.id))
}

async function stateOf(db: Database, orderId: string): Promise<DoorPayment> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const isCancelled = order?.status === 'Cancelled'
  const duePaise = order && !isCancelled ? dueOf(order) : 0
  const link = await findLink(db, orderId)
  if (duePaise > 0) {
    const url = link?.status === 'created' ? link.linkUrl : null
    return { state: 'waiting', amountPaise: duePaise, url }
  }
  if (!isCancelled && link?.status === 'captured') {
    return { state: 'paid', amountPaise: link.amountPaise, url: null }
  }
  return { state: 'closed', amountPaise: 0, url: null }
}

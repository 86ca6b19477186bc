import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { syncDuplicatePayments } from '#server/features/payments/reconcilePayments.ts'
import { sendRefunds } from '#server/features/payments/sendRefunds.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { createPayers } from '#tests/support/concurrency/webhookStorm.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import { verify } from '#tests/support/api/tests/paymentTest.ts'
import { createTestDeps, testSandbox } from '#tests/support/api/testDeps.ts'

const many = 15

let fresh: FreshDatabase
let store: Connection
let provider: PaymentProvider
/** The queried provider orders, in order. */
let queriedOrders: string[]

/** The orders that one process has claimed, those that another claims meanwhile, and the rest. */
async function claimWhileLocked(
  table: typeof payments | typeof refunds,
  claim: () => Promise<void>,
) {
  queriedOrders = []
  await store.db.transaction(async (tx) => {
    await tx.select().from(table).orderBy(table.id).limit(5).for('update')
    await claim()
  })
  const beside = [...queriedOrders]
  await claim()
  return {
    beside: beside.length,
    inAll: queriedOrders.length,
    different: new Set(queriedOrders).size,
  }
}

describe('several processes claim due work', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    const { db } = store
    const api = createTestApi(db, createTestDeps())
    const productId = await onSale(db, { stock: { M: 1 } })
    const [paid] = await createPayers(db, api, { count: 1, productId })
    if (paid) await verify(api, paid.buyer, paid.signedPayment)
    await db.execute(sql`
      insert into payments (order_id, provider, kind, status, amount_paise,
        provider_order_id, provider_payment_id, captured_at)
      select order_id, provider, kind, status, amount_paise, 'order_' || n, 'pay_' || n, captured_at
      from payments, generate_series(2, ${many}) n`)
    await db.execute(sql`
      insert into refunds (payment_id, order_id, reason, reference, amount_paise)
      select id, order_id, 'paid_twice', id, amount_paise from payments`)
    provider = {
      ...testSandbox(db).provider,
      readOrderPayments: (orderId) => {
        queriedOrders.push(orderId)
        return Promise.resolve([])
      },
      refund: ({ key, paymentId, amountPaise }) => {
        queriedOrders.push(key)
        return Promise.resolve({
          ...{ id: `rfnd_${randomUUID()}`, payment_id: paymentId },
          ...{ amount: amountPaise, status: 'pending' },
        })
      },
    }
  })
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  test('payments claimed by another process are skipped without waiting [checkout.10]', async () => {
    await store.db.update(payments).set({ nextCheckAt: pastTime, capturedAt: hourAgo })

    const seen = await claimWhileLocked(payments, () => syncDuplicatePayments(store.db, provider))

    expect(seen).toEqual({ beside: many - 5, inAll: many, different: many })
  })

  test('refunds claimed by another process are skipped [order.8]', async () => {
    await store.db.update(refunds).set({ nextAttemptAt: pastTime })

    const seen = await claimWhileLocked(refunds, () => sendRefunds(store.db, provider))

    expect(seen).toEqual({ beside: many - 5, inAll: many, different: many })
  })
})

/** The pause before the next query is as long as the payment is old. */
const hourAgo = sql`now() - interval '1 hour'`
/** Due orders, in another order than in the table. */
const pastTime = sql`now() - random() * interval '1 minute'`

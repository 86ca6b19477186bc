import { eq, inArray, isNull } from 'drizzle-orm'

import { openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, sandboxEvents } from '#server/database/schema/payments.ts'
import { signEvent } from '#server/demo/payments/sandboxWebhooks.ts'
import { sendPushes } from '#server/jobs/sendPushes.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import type { Action, Shop } from '#tests/support/faults/faultFixtures.ts'
import { withFaults } from '#tests/support/faults/faultRoutes.ts'
import type { OrderOwner } from '#tests/support/concurrency/orderEffects.ts'
import { advanceClock, sweep, deliverWebhook } from '#tests/support/api/tests/paymentTest.ts'
import { createTestDeps, sandboxKeys, testSandbox } from '#tests/support/api/testDeps.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

/** A store without background jobs that can be killed. */
export function openKillableStore(url: string): Shop & { close: () => Promise<void> } {
  const { db, close } = openConnection(url)
  const api = withFaults(createTestApi(db, createTestDeps()), db, testSandbox(db).provider)
  return { db, api, close, webhookSecret: sandboxKeys.webhookSecret, hasPush: true }
}

/** The statements of an uninterrupted call, and its response. */
export async function statementsOf({ api }: Shop, act: Action) {
  const texts: string[] = []
  const status = await watchStatements(
    ({ text }) => void texts.push(text),
    () => act(api),
  )
  return { texts, status }
}

/**
 * Sends the call to a store that dies after the given statement: its connections end, and nobody
 * gets a response.
 */
export async function killAfterStatement(url: string, fatal: number, act: Action): Promise<void> {
  const { api, close } = openKillableStore(url)
  await new Promise<void>((died, failed) => {
    const call = watchStatements(
      ({ nth, die }) => {
        if (nth !== fatal) return undefined
        died()
        return die()
      },
      () => act(api),
    )
    call.then(() => failed(new Error(`The call ended before statement ${fatal}`)), failed)
  })
  // A client that died in a transaction never returns to the pool, which would wait for it.
  void close()
}

/** Longer than the lease of a job, after which another process can claim it. */
const maxLeaseMs = 61_000

/** The background jobs of the next minute. */
export async function runJobs({ db, api }: Shop): Promise<void> {
  advanceClock(maxLeaseMs)
  await sweep(db)
  const open = await db.select().from(sandboxEvents).where(isNull(sandboxEvents.deliveredAt))
  for (const event of open) {
    if ((await deliverWebhook(api, signEvent(event, sandboxKeys.webhookSecret))) !== 200) continue
    const deliveredAt = clock.now()
    await db.update(sandboxEvents).set({ deliveredAt }).where(eq(sandboxEvents.id, event.id))
  }
  const sendPush = async () => ({ status: 201 })
  await sendPushes(db, { sendPush, publicOrigin: 'https://shop.example' })
}

/** Marks the examined orders as done for the background jobs. */
export async function markExamined({ db }: Shop, { userId }: OrderOwner): Promise<void> {
  const mine = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  await db.update(payments).set({ status: 'cancelled' }).where(inArray(payments.orderId, mine))
  await db.update(orders).set({ checkoutStatus: 'expired' }).where(eq(orders.userId, userId))
}

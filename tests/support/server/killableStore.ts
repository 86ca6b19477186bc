import { eq, inArray, isNull } from 'drizzle-orm'

import { openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, sandboxEvents } from '#server/database/schema/payments.ts'
import { signEvent } from '#server/demo/payments/sandboxWebhooks.ts'
import { sendPushes } from '#server/jobs/sendPushes.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { apiWith } from '#tests/support/api/apiTest.ts'
import type { Act, Shop } from '#tests/support/faults/faultBags.ts'
import { withFaults } from '#tests/support/faults/faultRoutes.ts'
import type { Whose } from '#tests/support/concurrency/orderEffects.ts'
import { moveOn, sweep, tell } from '#tests/support/api/paymentTest.ts'
import { testOutside } from '#tests/support/api/testDeps.ts'
import { sandboxKeys, testSandbox } from '#tests/support/api/testSandbox.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

/** A store without background jobs that can be killed. */
export function openMortal(url: string): Shop & { close: () => Promise<void> } {
  const { db, close } = openConnection(url)
  const api = withFaults(apiWith(db, testOutside()), db, testSandbox(db).provider)
  return { db, api, close, webhookSecret: sandboxKeys.webhookSecret, hasPush: true }
}

/** The statements of an uninterrupted call, and its answer. */
export async function statementsOf({ api }: Shop, act: Act) {
  const texts: string[] = []
  const status = await watchStatements(
    ({ text }) => void texts.push(text),
    () => act(api),
  )
  return { texts, status }
}

/**
 * Sends the call to a store that dies after the given statement: its connections end, and nobody
 * gets an answer.
 */
export async function dieAfter(url: string, fatal: number, act: Act): Promise<void> {
  const { api, close } = openMortal(url)
  await new Promise<void>((died, failed) => {
    const call = watchStatements(
      ({ nth, die }) => {
        if (nth !== fatal) return undefined
        died()
        return die()
      },
      () => act(api),
    )
    call.then(() => failed(new Error(`It was through before statement ${fatal}`)), failed)
  })
  // A client that died in a transaction never returns to the pool, which would wait for it.
  void close()
}

/** Longer than a process may hold the work during which it died. */
const longestInHandMs = 61_000

/** The background jobs of the next minute. */
export async function doJobs({ db, api }: Shop): Promise<void> {
  moveOn(longestInHandMs)
  await sweep(db)
  const open = await db.select().from(sandboxEvents).where(isNull(sandboxEvents.deliveredAt))
  for (const event of open) {
    if ((await tell(api, signEvent(event, sandboxKeys.webhookSecret))) !== 200) continue
    const deliveredAt = clock.now()
    await db.update(sandboxEvents).set({ deliveredAt }).where(eq(sandboxEvents.id, event.id))
  }
  const sendPush = async () => ({ status: 201 })
  await sendPushes(db, { sendPush, publicOrigin: 'https://shop.example' })
}

/** Marks the examined orders as done for the background jobs. */
export async function layAside({ db }: Shop, { userId }: Whose): Promise<void> {
  const mine = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  await db.update(payments).set({ status: 'cancelled' }).where(inArray(payments.orderId, mine))
  await db.update(orders).set({ state: 'expired' }).where(eq(orders.userId, userId))
}

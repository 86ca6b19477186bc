import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { openConnection } from '#server/database/client/connect.ts'
import { createBuyer, type Buyer } from '#tests/support/api/tests/checkoutTest.ts'
import { findPostgres } from '#tests/support/database/findPostgres.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import { isFull, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { type Confirmed, keepShopping } from '#tests/support/concurrency/keepShopping.ts'
import { readSoldOrders, expectedOrdersOf } from '#tests/support/concurrency/soldOrders.ts'
import { startPostgres } from '#tests/support/database/startPostgres.ts'
import { startStore } from '#tests/support/server/startStore.ts'

const programs = findPostgres()
const { stops } = proofScale
const shoppers = 6
/** Orders confirmed between two stops, so that each stop interrupts open orders. */
const ordersBetweenStops = 12
const onHand = 100_000
/**
 * Includes PostgreSQL's recovery. Checked at full length only, when nothing else runs on the
 * machine.
 */
const longestPauseMs = 30_000

describe.runIf(programs)('a database that stops abruptly', () => {
  test(
    `${stops} times while orders are placed: no confirmed order is lost or duplicated, and the store recovers [safe.1] [ops.2] [checkout.8]`,
    async ({ onTestFinished }) => {
      const postgres = await startPostgres(programs!, { isDurable: true, restartsOnExit: true })
      onTestFinished(postgres.stop)
      const settings = { COURIER_STEP_SECONDS: '0', STORE_MODE: 'demo', RATE_LIMITS: 'off' }
      const store = await startStore({ ...settings, DATABASE_URL: postgres.url })
      onTestFinished(() => store.stop())
      const { buyers, productId } = await aShop(postgres.url)

      const confirmed: Confirmed[] = []
      const isOver = () => confirmed.length >= (stops + 1) * ordersBetweenStops
      const { origin } = store
      const shopping = buyers.map((buyer) =>
        keepShopping({ buyer, productId, confirmed, isOver, origin: () => origin }),
      )
      const readStatuses = pollCart(origin, buyers[0]!, isOver)
      const pauses: number[] = []
      for (let stop = 1; stop <= stops; stop++) {
        await until(() => confirmed.length >= stop * ordersBetweenStops)
        const before = confirmed.length
        const startedAt = Date.now()
        postgres.crash()
        await until(() => confirmed.length > before + shoppers)
        pauses.push(Date.now() - startedAt)
      }
      await Promise.all(shopping)
      // Requests during the outage get 503 with `Retry-After`, not 500.
      const unexpected = (await readStatuses).filter((status) => status !== 200 && status !== 503)
      expect(unexpected).toEqual([])

      process.stdout.write(`${stops} stops, at most ${Math.max(...pauses)} ms without an order\n`)
      const { db, close } = openConnection(postgres.url)
      onTestFinished(close)
      expect(await readSoldOrders(db, buyers, productId)).toEqual(
        expectedOrdersOf(confirmed, onHand),
      )
      if (isFull) expect(Math.max(...pauses)).toBeLessThan(longestPauseMs)
    },
    proofTimeoutMs,
  )

  test('connections that break when they are acquired are replaced [ops.2]', async ({
    onTestFinished,
  }) => {
    const postgres = await startPostgres(programs!, { restartsOnExit: true })
    onTestFinished(postgres.stop)
    const { db, close } = openConnection(postgres.url)
    onTestFinished(close)
    const runQuery = () => db.transaction((tx) => tx.execute(sql`select pg_sleep(0.01)`))
    const many = () => Promise.allSettled(Array.from({ length: 20 }, runQuery))
    await many()

    postgres.crash()
    // PostgreSQL ends a moment later; until then requests succeed.
    const isBroken = async () => (await many()).some(({ status }) => status === 'rejected')
    while (!(await isBroken()));

    while (!(await runQuery().then(() => true, wait)));
  }, 120_000)
})

async function aShop(url: string) {
  const { db, close } = openConnection(url)
  const buyers = await Promise.all(Array.from({ length: shoppers }, () => createBuyer(db)))
  const productId = await onSale(db, { stock: { M: onHand } })
  await close()
  return { buyers, productId }
}

/** Reads the bag again and again, and returns the statuses of the responses. */
async function pollCart(origin: string, { userId, token }: Buyer, isOver: () => boolean) {
  const statuses: number[] = []
  while (!isOver()) {
    statuses.push((await fetch(`${origin}/api/cart/view/${userId}`, withToken(token))).status)
    await wait()
  }
  return statuses
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const wait = () => new Promise<false>((resolve) => setTimeout(resolve, 20, false))

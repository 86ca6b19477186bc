import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, inArray, sum } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { productSizes } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { orderLines, orders } from '#server/database/orderTables.ts'
import { refunds } from '#server/database/paymentTables.ts'
import { aBuyer, type Buyer } from '#tests/support/checkoutTest.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/freshDatabase.ts'
import { onSale } from '#tests/support/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { type RunningStore, startStore } from '#tests/support/startStore.ts'
import { type Confirmed, shopOn } from '#tests/support/shopOn.ts'

const { kills } = proofScale
const shoppers = 6
/** So many orders are confirmed between two kills, so that each falls among orders in the making. */
const ordersBetweenKills = 15
const onHand = 100_000

test(
  'a store killed while it takes orders loses none it confirmed and doubles none [safe.1] [ops.2] [checkout.8]',
  async ({ onTestFinished }) => {
    const place = await aPlace()
    onTestFinished(place.leave)
    let store = await startStore(place.settings)
    onTestFinished(() => store.stop())
    const { buyers, productId } = await inside(place.settings, async (db) => ({
      productId: await onSale(db, { stock: { M: onHand } }),
      buyers: await Promise.all(Array.from({ length: shoppers }, () => aBuyer(db))),
    }))

    const confirmed: Confirmed[] = []
    const isOver = () => confirmed.length >= (kills + 1) * ordersBetweenKills
    const shopping = buyers.map((buyer) =>
      shopOn({ buyer, productId, confirmed, isOver, origin: () => store.origin }),
    )
    for (let kill = 1; kill <= kills; kill++) {
      await until(() => confirmed.length >= kill * ordersBetweenKills)
      store = await killed(store, place.settings)
    }
    await Promise.all(shopping)

    const found = await inside(place.settings, (db) => whatIsThere(db, buyers, productId))
    const kept = confirmed.filter(({ isCancelled }) => !isCancelled)
    const owed = confirmed.filter(({ isPaid, isCancelled }) => isPaid && isCancelled)
    expect(found.orders).toEqual(
      Object.fromEntries(
        confirmed.map(({ orderId, isPaid, isCancelled }) => [
          orderId,
          [isCancelled ? 'Cancelled' : 'Accepted', isPaid ? 'paid' : 'Pending'],
        ]),
      ),
    )
    expect(found.lines).toBe(confirmed.length)
    expect(found.left).toBe(onHand - kept.length)
    expect(found.refunds).toEqual(
      Object.fromEntries(owed.map(({ orderId, paise }) => [orderId, paise])),
    )
  },
  proofTimeoutMs,
)

/** While it is away, shoppers find a closed door. */
async function killed(store: RunningStore, settings: Record<string, string>) {
  await store.kill()
  return startStore(settings)
}

async function aPlace() {
  if (isOnPostgres) {
    const { url, drop } = await freshDatabase()
    return { settings: { DATABASE_URL: url, ...quiet }, leave: drop }
  }
  const folder = mkdtempSync(join(tmpdir(), 'pehno-crash-'))
  const leave = async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return { settings: { DATA_DIR: folder, DATABASE_URL: '', ...quiet }, leave }
}

const quiet = { COURIER_STEP_SECONDS: '0', STORE_MODE: 'demo', RATE_LIMITS: 'off' }

/** Comes into the database beside the running store. */
async function inside<Result>(
  { DATA_DIR = '', DATABASE_URL = '' }: Record<string, string>,
  look: (db: Database) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = DATABASE_URL || undefined
  const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl })
  try {
    return await look(db)
  } finally {
    await close()
  }
}

async function whatIsThere(db: Database, buyers: Buyer[], productId: string) {
  const userIds = buyers.map(({ userId }) => userId)
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.userId, userIds), eq(orders.state, 'placed')))
  const back = await db
    .select({ orderId: refunds.orderId, paise: sum(refunds.amountPaise).mapWith(Number) })
    .from(refunds)
    .groupBy(refunds.orderId)
  const [shelf] = await db.select().from(productSizes).where(eq(productSizes.productId, productId))
  return {
    orders: Object.fromEntries(rows.map((row) => [row.id, [row.status, row.paymentStatus]])),
    lines: await db.$count(orderLines, eq(orderLines.productId, productId)),
    left: shelf?.onHand,
    refunds: Object.fromEntries(back.map(({ orderId, paise }) => [orderId, paise])),
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { readAccounts, unbalancedAccounts } from '#tests/support/concurrency/stockAccounts.ts'
import { type StockTest, runRandomCustomer } from '#tests/support/concurrency/randomCustomer.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { keepOutDemo, onSale } from '#tests/support/shopper/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'

const { stockAccountingSeconds, stockAccountingKills } = proofScale
const clients = 32
/** So little stock of each size that some sell out. */
const initial = 60
const sampleMs = 200
/** The test continues until this many are done, on however slow a machine. */
const min = { orders: 20, cancels: 1 }
/** From one start of the store to its end. */
const openMs = (stockAccountingSeconds * 1000) / (stockAccountingKills + 1)

let fresh: FreshDatabase
let connection: Connection

describe('stock accounting', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    connection = openConnection(fresh.url)
    await keepOutDemo(connection.db)
  })
  afterAll(async () => {
    await connection.close()
    await fresh.drop()
  })

  test(
    `${stockAccountingSeconds} s of orders, cancellations, returns, exchanges and kills: every item is accounted for at any moment [safe.1] [order.8]`,
    async ({ onTestFinished }) => {
      const courier = { COURIER_STEP_SECONDS: '1', STORE_MODE: 'demo', RATE_LIMITS: 'off' }
      const settings = { ...courier, DATABASE_URL: fresh.url }
      let store: RunningStore = await startStore(settings)
      onTestFinished(() => store.stop())
      const { db } = connection
      const stock = { S: initial, M: initial, L: initial }
      const productIds = await Promise.all(Array.from({ length: 6 }, () => onSale(db, { stock })))

      let isOver = false
      const done: StockTest['done'] = {}
      const count = (call: string) => done[`${call} 200`] ?? 0
      const shop = { db, origin: () => store.origin, productIds, isOver: () => isOver, done }
      const shopping = Promise.all(Array.from({ length: clients }, () => runRandomCustomer(shop)))
      const sampling = sampleUntil(shop.isOver, productIds)
      for (let kill = 1; kill <= stockAccountingKills; kill++) {
        await pause(openMs)
        await store.kill()
        store = await startStore(settings)
      }
      await pause(openMs)
      const { orders, cancels } = min
      while (!(count('cart/checkout') > orders && count('orders/cancel') > cancels)) await pause(50)
      isOver = true
      await shopping
      const { samples, unbalanced } = await sampling

      process.stdout.write(`${samples} samples, ${JSON.stringify(done)}\n`)
      expect({ samples, unbalanced }).toEqual({ samples, unbalanced: [] })
      expect(unbalancedAccounts(await readAccounts(db, productIds), initial)).toEqual([])
      // At least one check at the beginning and one while orders are placed.
      expect(samples).toBeGreaterThan(1)
    },
    proofTimeoutMs,
  )
})

/** The number of checks, and the errors of the last one, which ends the test. */
async function sampleUntil(isOver: () => boolean, productIds: string[]) {
  for (let samples = 1; ; samples++) {
    const unbalanced = unbalancedAccounts(await readAccounts(connection.db, productIds), initial)
    if (unbalanced.length > 0 || isOver()) return { samples, unbalanced }
    await pause(sampleMs)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

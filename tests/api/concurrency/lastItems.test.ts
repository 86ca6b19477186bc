import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  type Duel,
  prepareExchange,
  runDuels,
  prepareOrder,
} from '#tests/support/concurrency/duels.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { onSale, createWarehouses } from '#tests/support/shopper/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const { duels } = proofScale
const soldOut = (size: string) => `409 out_of_stock: Blue kurta in size ${size} is sold out`

let fresh: FreshDatabase
let store: Connection
let db: Database
let api: App

describe(`two customers order the last items, ${duels} times`, () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
    api = createTestApi(db, createTestDeps())
    await createWarehouses(db)
    await saveInitialStoreFacts(db, demoFacts)
  })
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  /** Every duel had one of these outcomes, and each of them occurred. */
  async function expectEnds(prepare: () => Promise<Duel>, expected: string[]) {
    const ends = await runDuels({ db, api }, duels, prepare)
    process.stdout.write(`${JSON.stringify(ends)}\n`)
    expect(Object.keys(ends).sort()).toEqual(expected.sort())
    expect(Object.values(ends).reduce((all, some) => all + some, 0)).toBe(duels)
  }

  test(
    'a Try & Buy order of two lines with the same sizes against a Standard order: one succeeds [safe.1] [order.8]',
    async () => {
      await expectEnds(async () => {
        const productId = await onSale(db, { stock: { S: 2, M: 2 } })
        const both = [
          { productId, size: 'M', trialSize: 'S' },
          { productId, size: 'S', trialSize: 'M' },
        ]
        const trial = await prepareOrder({ db, api }, both)
        const sale = await prepareOrder({ db, api }, [{ productId, size: 'M' }])
        return { productId, rivals: { trial, sale } }
      }, [
        `sale ${soldOut('M')} | trial 200 → S 0, M 0`,
        'sale 200 | trial 409 out_of_stock: Only 1 left of Blue kurta in size M → S 2, M 1',
      ])
    },
    proofTimeoutMs,
  )

  test(
    'a size as a trial size against a Standard order of it: one succeeds [safe.1] [bag.6] [order.8]',
    async () => {
      await expectEnds(async () => {
        const productId = await onSale(db, { stock: { M: 5, L: 1 } })
        const tried = { productId, size: 'M', trialSize: 'L' }
        const trial = await prepareOrder({ db, api }, [tried])
        const sale = await prepareOrder({ db, api }, [{ productId, size: 'L' }])
        return { productId, rivals: { trial, sale } }
      }, [
        `sale ${soldOut('L')} | trial 200 → M 4, L 0`,
        `sale 200 | trial ${soldOut('L')} → M 5, L 0`,
      ])
    },
    proofTimeoutMs,
  )

  test(
    'an exchange for a size against an order of it: one succeeds [safe.1] [order.5] [order.8]',
    async () => {
      await expectEnds(async () => {
        const productId = await onSale(db, { stock: { M: 1, L: 1 } })
        const exchange = await prepareExchange({ db, api }, { productId, size: 'L' })
        const sale = await prepareOrder({ db, api }, [{ productId, size: 'L' }])
        return { productId, rivals: { exchange, sale } }
      }, [
        `exchange 200 | sale ${soldOut('L')} → M 0, L 0`,
        `exchange ${soldOut('L')} | sale 200 → M 0, L 0`,
      ])
    },
    proofTimeoutMs,
  )
})

import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import type { Shop } from '#tests/support/faults/faultFixtures.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { deadlocksOf, interleave } from '#tests/support/concurrency/interleave.ts'
import {
  type Outcome,
  type ConcurrentCalls,
  concurrentCalls,
} from '#tests/support/concurrency/concurrentCalls.ts'
import { runJobs, markExamined, openKillableStore } from '#tests/support/server/killableStore.ts'
import { noneUnsent, orderEffects, readUnsent } from '#tests/support/concurrency/orderEffects.ts'
import { isFull, proofTimeoutMs } from '#tests/support/proofScale.ts'

/**
 * At full length after every statement; otherwise the two roles share a sample of their statements.
 */
const every = isFull ? 1 : 5

let fresh: FreshDatabase
let shop: Shop & { close: () => Promise<void> }

describe('two calls, one of which runs between any two statements of the other', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    shop = openKillableStore(fresh.url)
    await saveInitialStoreFacts(shop.db, demoFacts)
  })
  afterEach(() => setClock())
  afterAll(async () => {
    await shop.close()
    await fresh.drop()
  })

  for (const pair of concurrentCalls) {
    test(
      `${pair.name}: an allowed outcome [safe.1] [checkout.10] [order.3]`,
      async () => {
        const seen = {
          first: await forEachStatement(pair, 0),
          other: await forEachStatement(pair, 1),
        }
        process.stdout.write(`${pair.name}: met ${seen.first} and ${seen.other} times\n`)
        expect(await deadlocksOf(shop.db)).toBe(0)
        expect(seen.first).toBeGreaterThan(1)
        expect(seen.other).toBeGreaterThan(1)
      },
      proofTimeoutMs,
    )
  }
})

/**
 * Runs this call first, up to one statement after the other; returns how often the second call got
 * in between.
 */
async function forEachStatement(pair: ConcurrentCalls, place: 0 | 1): Promise<number> {
  const from = isFull || place === 0 ? 1 : 3
  for (let count = 0; ; count++) {
    const after = from + count * every
    const end = await runInterleaved(pair, place, after)
    if (end === undefined) return count
    expect({
      place,
      after,
      end: pair.outcomes.find((outcome) => isDeepStrictEqual(outcome, end)),
    }).toEqual({
      ...{ place, after, end },
    })
  }
}

async function runInterleaved(
  { prepare }: ConcurrentCalls,
  place: 0 | 1,
  after: number,
): Promise<Outcome | undefined> {
  const { actions, owners } = await prepare(shop)
  const [first, other] = place === 0 ? actions : [actions[1], actions[0]]
  const calls = { first: () => first(shop.api), other: () => other(shop.api) }
  const responses = await interleave(shop.db, { ...calls, after })
  await runJobs(shop)
  expect(await readUnsent(shop.db)).toEqual(noneUnsent)
  const effects = await Promise.all(owners.map((owner) => orderEffects(shop.db, owner)))
  for (const owner of owners) await markExamined(shop, owner)
  return responses && { responses: place === 0 ? responses : responses.toReversed(), effects }
}

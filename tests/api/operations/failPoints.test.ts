import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { type Action, type Shop, retryUntilResponse } from '#tests/support/faults/faultFixtures.ts'
import { stories, type Story } from '#tests/support/faults/faultStories.ts'
import {
  type FreshDatabase,
  freshDatabase,
  isOnPostgres,
} from '#tests/support/database/freshDatabase.ts'
import {
  killAfterStatement,
  runJobs,
  markExamined,
  openKillableStore,
  statementsOf,
} from '#tests/support/server/killableStore.ts'
import { noneUnsent, orderEffects, readUnsent } from '#tests/support/concurrency/orderEffects.ts'
import { isFull, proofTimeoutMs } from '#tests/support/proofScale.ts'

let fresh: FreshDatabase
let shop: Shop & { close: () => Promise<void> }

describe('a store that dies after any of its statements, and a retry of the call', () => {
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

  for (const story of stories) {
    test(
      `${story.name}: applied once [safe.1] [checkout.8] [checkout.10]`,
      async () => {
        const steps = await forEachStatement(story)
        process.stdout.write(`${story.name}: ${steps} statements\n`)
        expect(steps).toBeGreaterThan(5)
      },
      proofTimeoutMs,
    )
  }
})

/**
 * Dies after one statement, then after the next, each time with new data; returns the number of
 * statements.
 */
async function forEachStatement(story: Story): Promise<number> {
  let statements: string[] = []
  await runStory(story, async (act) => {
    const { texts, status } = await statementsOf(shop, act)
    statements = texts
    return status
  })
  for (const nth of pointsIn(statements)) {
    await runStory(story, async (act) => {
      await killAfterStatement(fresh.url, nth, act)
      return retryUntilResponse(act, shop.api)
    }).catch((cause: unknown) => {
      throw new Error(`Dead after ${nth}: ${statements[nth - 1]}`, { cause })
    })
  }
  return statements.length
}

/** Runs a story to its end and checks its effects. */
async function runStory(
  { prepare, effects, status }: Story,
  call: (act: Action) => Promise<number>,
) {
  const { owner, action } = await prepare(shop)
  const responseStatus = await call(action)
  await runJobs(shop)
  const found = { ...(await orderEffects(shop.db, owner)), ...(await readUnsent(shop.db)) }
  expect(found).toEqual({ ...effects, ...noneUnsent })
  expect(status).toContain(responseStatus)
  await markExamined(shop, owner)
}

/**
 * Every statement at full length; otherwise those after which something is stored, and a sample.
 */
function pointsIn(statements: string[]): number[] {
  const every = isOnPostgres ? 5 : 15
  const all = statements.map((text, at) => ({ text, nth: at + 1 }))
  const isChosen = ({ text, nth }: (typeof all)[number]) =>
    isFull || nth % every === 0 || /^(commit|release)/i.test(text)
  return all.filter(isChosen).map(({ nth }) => nth)
}

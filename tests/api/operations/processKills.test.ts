import { expect, test } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { loadSecret } from '#server/platform/storage/secrets.ts'
import {
  type Api,
  routeAction,
  type Shop,
  retryUntilResponse,
} from '#tests/support/faults/faultFixtures.ts'
import { stories } from '#tests/support/faults/faultStories.ts'
import { noneUnsent, orderEffects, readUnsent } from '#tests/support/concurrency/orderEffects.ts'
import { createOwnDatabase, connectInside } from '#tests/support/shopper/ownDatabase.ts'
import { isFull, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'

/** Longer than a process may hold the work during which it died. */
const awayMs = 61_000
/** Checked at full length only, when nothing else runs on the machine. */
const maxStartMs = 5000
/**
 * Statements after which the process dies: at full length every one, until the call is through.
 * `failPoints` checks each of them with cut connections; here a whole process is killed.
 */
const points = isFull ? Array.from({ length: 20 }, (_, at) => 1 + at * 3) : [10]
const exitMessages = isFull ? stories : stories.filter((_, at) => at % 6 === 0)
const soonMs = { timeout: 120_000, interval: 200 }

test(
  'after a process dies during a call and restarts, the call is applied once and nothing is left over [safe.1] [ops.2] [checkout.8]',
  async ({ onTestFinished }) => {
    const place = await createOwnDatabase()
    onTestFinished(place.drop)
    const starts: number[] = []
    const start = async () => {
      const startedAt = Date.now()
      const LATER_MS = String(starts.length * awayMs)
      const store = await startStore({ ...place.settings, LATER_MS }, 'ignore', 'killableChild.ts')
      starts.push(Date.now() - startedAt)
      return store
    }
    let store = await start()
    onTestFinished(() => store.stop())
    const shop = async (db: Database): Promise<Shop> => ({
      db,
      api: apiAt(store),
      webhookSecret: await loadSecret(db, 'sandbox_webhook_secret'),
      hasPush: false,
    })

    for (const story of exitMessages) {
      for (const nth of points) {
        const { owner, action } = await connectInside(place.settings, async (db) =>
          story.prepare(await shop(db)),
        )
        const isComplete = await action(apiAt(store, nth)).then(
          () => true,
          () => false,
        )
        if (isComplete) break
        store = await start()
        expect(story.status).toContain(await retryUntilResponse(action, apiAt(store)))
        await routeAction('/faults/sweep')(apiAt(store))
        // The store's own sweep may have claimed some of it.
        await expect
          .poll(() => connectInside(place.settings, (db) => orderEffects(db, owner)), {
            ...soonMs,
            message: `${story.name}, dead after ${nth}`,
          })
          .toEqual(story.effects)
      }
    }

    await expect.poll(() => connectInside(place.settings, readUnsent), soonMs).toEqual(noneUnsent)
    const [first, ...again] = starts
    const slowest = Math.max(...again)
    process.stdout.write(
      `${again.length} deaths; first start ${first} ms, then at most ${slowest} ms\n`,
    )
    if (!isFull) return
    expect(again.toSorted((a, b) => a - b)[again.length >> 1]).toBeLessThan(maxStartMs)
  },
  proofTimeoutMs,
)

/** The store over HTTP; with a number it dies after that many statements of the next request. */
const apiAt = ({ origin }: RunningStore, diesAfter?: number): Api => ({
  request: (path, init) => {
    const headers = new Headers(init?.headers)
    if (diesAfter) headers.set('x-dies-after', String(diesAfter))
    return fetch(`${origin}${String(path)}`, { ...init, headers })
  },
})

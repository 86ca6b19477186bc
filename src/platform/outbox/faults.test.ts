import { expect, test } from 'vitest'

import { playFaults } from '#tests/support/faults/outboxFaults.ts'
import { isFull } from '#tests/support/proofScale.ts'

/** The changes that were applied before an earlier one. */
function outOfOrder(submitted: { key: string }[], order: string[]): string[] {
  const indexOf = (key: string) => order.indexOf(key)
  return submitted.flatMap((later, index) =>
    submitted
      .slice(0, index)
      .filter(({ key }) => indexOf(key) > indexOf(later.key) && indexOf(later.key) >= 0)
      .map(({ key }) => `${later.key} before ${key}`),
  )
}

const schedules = isFull ? 1000 : 100

test(`${schedules} random sequences of cuts, errors, timeouts, kills and logouts lose and duplicate no change [pwa.13]`, async () => {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const { wanted: submitted, discarded, server, left } = await playFaults(seed)
    expect(server.maxSenders, `seed ${seed}: tabs that sent at once`).toBeLessThanOrEqual(1)
    for (const [owner, changes] of submitted) {
      const keys = changes.map(({ key }) => key)
      const done = server.done.get(owner) ?? []
      // A change discarded at a logout may have been applied before.
      const mustBe = keys.filter((key) => !server.refused.has(key) && !discarded.has(key))
      const certain = done.filter((key) => !discarded.has(key))
      const isSettled = (key: string) => done.includes(key) || server.refused.has(key)
      const waits = left
        .filter(({ ownerId, key }) => ownerId === owner && !isSettled(key))
        .map(({ key }) => key)
      const order = [...certain, ...waits]
      expect(order.toSorted(), `seed ${seed}, ${owner}: lost`).toEqual(mustBe.toSorted())
      expect(outOfOrder(changes, order), `seed ${seed}, ${owner}: out of order`).toEqual([])
      expect(new Set(done).size, `seed ${seed}: doubled`).toBe(done.length)
    }
  }
}, 300_000)

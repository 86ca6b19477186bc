import { expect, test } from 'vitest'

import { playFaults } from '#tests/support/outboxFaults.ts'
import { isFull } from '#tests/support/proofScale.ts'

const schedules = isFull ? 1000 : 100

test(`of ${schedules} random courses of cuts, errors, timeouts, kills and logouts none loses or doubles a change [pwa.13]`, async () => {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const { wanted, discarded, server, left } = await playFaults(seed)
    expect(server.mostSenders, `seed ${seed}: tabs that sent at once`).toBeLessThanOrEqual(1)
    for (const [owner, keys] of wanted) {
      const done = server.done.get(owner) ?? []
      // What was discarded at a logout may have been done before.
      const mustBe = keys.filter((key) => !server.refused.has(key) && !discarded.has(key))
      const certain = done.filter((key) => !discarded.has(key))
      const isAnswered = (key: string) => done.includes(key) || server.refused.has(key)
      const waits = left
        .filter(({ ownerId, key }) => ownerId === owner && !isAnswered(key))
        .map(({ key }) => key)
      expect([...certain, ...waits], `seed ${seed}, ${owner}`).toEqual(mustBe)
      expect(new Set(done).size, `seed ${seed}: doubled`).toBe(done.length)
    }
  }
}, 300_000)

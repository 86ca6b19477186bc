import { expect, test } from 'vitest'

import { createTurns } from './turns.ts'

async function compute(ms: number): Promise<void> {
  const endLongTurn = createTurns()
  const endMs = performance.now() + ms
  while (performance.now() < endMs) await endLongTurn()
}

test('a long computation lets others run meanwhile, a short one is not interrupted', async () => {
  const done: string[] = []
  setImmediate(() => done.push('request'))
  await compute(1)
  done.push('short computation')
  await compute(100)
  done.push('long computation')

  expect(done).toEqual(['short computation', 'request', 'long computation'])
})

import { expect, onTestFinished, test, vi } from 'vitest'

import { createTurns } from './turns.ts'

test('a long computation lets others run meanwhile, a short one is not interrupted', async () => {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const done: string[] = []
  setImmediate(() => done.push('request'))
  const endLongTurn = createTurns()

  nowMs += 1
  await endLongTurn()
  done.push('short computation')
  nowMs += 100
  await endLongTurn()
  done.push('long computation')

  expect(done).toEqual(['short computation', 'request', 'long computation'])
})

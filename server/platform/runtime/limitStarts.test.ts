import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { limitStarts } from './limitStarts.ts'

test('a few tasks start at once, the others in later turns, in their order', async () => {
  const startInTurn = limitStarts(2)
  const started: number[] = []
  const run = (nth: number) =>
    startInTurn(() => {
      started.push(nth)
      return nth * 10
    })
  const results = [1, 2, 3, 4, 5].map(run)

  await Promise.resolve()
  expect(started).toEqual([1, 2])
  await nextTurn()
  expect(started).toEqual([1, 2, 3, 4])
  const late = run(6)
  await nextTurn()
  expect(started).toEqual([1, 2, 3, 4, 5, 6])

  expect(await Promise.all([...results, late])).toEqual([10, 20, 30, 40, 50, 60])
})

test('a task that fails does not hold up the others', async () => {
  const startInTurn = limitStarts(1)
  const failed = startInTurn(() => {
    throw new Error('no')
  })
  const next = startInTurn(() => 'done')

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  await nextTurn()
  expect(await startInTurn(() => 'again')).toBe('again')
})

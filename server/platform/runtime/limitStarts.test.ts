import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createTurns } from './turns.ts'

test('a few tasks begin at once, the others in later turns, in their order', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  const results = [1, 2, 3, 4, 5].map((nth) =>
    inTurn(() => {
      begun.push(nth)
      return nth * 10
    }),
  )

  await Promise.resolve()
  expect(begun).toEqual([1, 2])
  await nextTurn()
  const late = inTurn(() => begun.push(6))
  await nextTurn()
  expect(begun.slice(0, 4)).toEqual([1, 2, 3, 4])

  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50])
  await late
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('a task that fails does not hold up the others', async () => {
  const inTurn = createTurns(1)
  const failed = inTurn(() => {
    throw new Error('no')
  })
  const next = inTurn(() => 'done')

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  await nextTurn()
  expect(await inTurn(() => 'again')).toBe('again')
})

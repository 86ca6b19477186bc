import { expect, test, vi } from 'vitest'

import { mapConcurrently } from './concurrency.ts'
import { log } from '#server/platform/observability/log.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

test('tasks run with limited concurrency, once each', async () => {
  const done: number[] = []
  let running = 0
  let max = 0

  await mapConcurrently(2, [1, 2, 3, 4, 5], async (thing) => {
    max = Math.max(max, ++running)
    await Promise.resolve()
    running--
    done.push(thing)
  })

  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(max).toBe(2)
})

test('failures of external services are logged and postponed to the next run [ops.3]', async () => {
  const warned = vi.spyOn(log, 'warn')
  const away = new StoreError('unavailable', 'The payment provider isn’t responding')
  const done: number[] = []

  await mapConcurrently(1, [1, 2, 3], async (thing) => {
    if (thing === 1) throw away
    done.push(thing)
  })

  expect(done).toEqual([2, 3])
  expect(warned).toHaveBeenCalledExactlyOnceWith({ err: away }, 'Postponed to the next run')
})

test('any other failure is thrown after all tasks have ended', async () => {
  const done: number[] = []
  const all = mapConcurrently(2, [1, 2, 3], async (thing) => {
    if (thing === 1) throw new Error('broken')
    done.push(thing)
  })

  await expect(all).rejects.toThrow('broken')
  expect(done).toEqual([2, 3])
})

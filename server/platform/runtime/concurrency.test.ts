import { expect, test, vi } from 'vitest'

import { mapConcurrently, QueueFullError, taskQueue } from './concurrency.ts'
import { log } from '#server/platform/observability/log.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

test('tasks run with limited concurrency, once each', async () => {
  const done: number[] = []
  let running = 0
  let max = 0

  await mapConcurrently(2, [1, 2, 3, 4, 5], async (item) => {
    max = Math.max(max, ++running)
    await Promise.resolve()
    running--
    done.push(item)
  })

  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(max).toBe(2)
})

test('failures of external services are logged and postponed to the next run [ops.3]', async () => {
  const warned = vi.spyOn(log, 'warn')
  const away = new StoreError('unavailable', 'The payment provider isn’t responding')
  const done: number[] = []

  await mapConcurrently(1, [1, 2, 3], async (item) => {
    if (item === 1) throw away
    done.push(item)
  })

  expect(done).toEqual([2, 3])
  expect(warned).toHaveBeenCalledExactlyOnceWith(
    { err: away },
    'An external service failed; will be retried',
  )
})

test('any other failure is thrown after all tasks have ended', async () => {
  const done: number[] = []
  const all = mapConcurrently(2, [1, 2, 3], async (item) => {
    if (item === 1) throw new Error('broken')
    done.push(item)
  })

  await expect(all).rejects.toThrow('broken')
  expect(done).toEqual([2, 3])
})

test('a queue runs tasks in order, a few at a time, and refuses those beyond its length', async () => {
  const enqueue = taskQueue({ max: 2, maxWaiting: 2 })
  const started: number[] = []
  const finish: (() => void)[] = []
  const run = (task: number) =>
    enqueue(async () => {
      started.push(task)
      await new Promise<void>((end) => finish.push(end))
      if (task === 1) throw new Error('broken')
      return task
    })

  const [first, ...others] = [run(1), run(2), run(3), run(4)]
  await expect(run(5)).rejects.toBeInstanceOf(QueueFullError)
  expect(started).toEqual([1, 2])
  finish[0]?.()
  await expect(first).rejects.toThrow('broken')
  await vi.waitFor(() => expect(started).toEqual([1, 2, 3]))
  finish[1]?.()
  await vi.waitFor(() => expect(started).toEqual([1, 2, 3, 4]))
  finish.slice(2).forEach((end) => end())
  expect(await Promise.all(others)).toEqual([2, 3, 4])

  const later = [run(6), run(7), run(8)]
  await vi.waitFor(() => expect(started.slice(4)).toEqual([6, 7]))
  finish.slice(4).forEach((end) => end())
  await vi.waitFor(() => expect(started.slice(4)).toEqual([6, 7, 8]))
  finish.at(-1)?.()
  expect(await Promise.all(later)).toEqual([6, 7, 8])
})

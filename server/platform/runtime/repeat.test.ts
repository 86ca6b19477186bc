import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { log } from '#server/platform/observability/log.ts'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a job runs at once and after each pause, even after a failure, which is logged [ops.3]', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const failure = new Error('broken')
  const job = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(failure)

  const stop = repeat(1000, job)

  expect(job).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(job).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(job).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(job).toHaveBeenCalledTimes(3)
  expect(logged).toHaveBeenCalledExactlyOnceWith({ err: failure }, 'A background job failed')
  await stop()
})

test('a job that was stopped during its pause does not run again [ops.3]', async () => {
  const job = vi.fn(() => Promise.resolve())
  const stop = repeat(1000, job)
  await vi.advanceTimersByTimeAsync(0)

  await stop()

  expect(vi.getTimerCount()).toBe(0)
})

test('stopping waits for the current run, and no other follows [ops.3]', async () => {
  let finish = () => {}
  const job = vi.fn(() => new Promise<void>((end) => (finish = end)))
  const stop = repeat(1000, job)
  const stopped = vi.fn()

  const stopping = stop().then(stopped)
  await vi.advanceTimersByTimeAsync(0)
  expect(stopped).not.toHaveBeenCalled()
  finish()
  await stopping

  await vi.advanceTimersByTimeAsync(5000)
  expect(job).toHaveBeenCalledTimes(1)
})

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useIsReady, useSecondsLeft } from './delayedState.ts'

const timeoutMs = 3000

const show = (isKnown: boolean) =>
  renderHook(({ now }) => useIsReady(now, timeoutMs), { initialProps: { now: isKnown } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a component is rendered with its last response, and stays while it is requested again', () => {
  const { result, rerender } = show(false)
  expect(result.current).toBe(false)

  rerender({ now: true })
  expect(result.current).toBe(true)
  rerender({ now: false })
  expect(result.current).toBe(true)
})

test('a missing response is awaited for a moment only', () => {
  const { result } = show(false)

  act(() => void vi.advanceTimersByTime(timeoutMs - 1))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(true)
})

test.each([60, 30, 5])(
  'a countdown of %i s that is set later starts at its first second [order.2] [login.2]',
  (seconds) => {
    const { result, rerender } = renderHook(({ endMs }) => useSecondsLeft(endMs), {
      initialProps: { endMs: 0 },
    })
    expect(result.current).toBe(0)

    // Between two ticks of the countdown.
    act(() => void vi.advanceTimersByTime(1240))
    rerender({ endMs: Date.now() + seconds * 1000 })

    expect(result.current).toBe(seconds)
    act(() => void vi.advanceTimersByTime(1300))
    expect(result.current).toBe(seconds - 1)
    act(() => void vi.advanceTimersByTime(seconds * 1000))
    expect(result.current).toBe(0)
  },
)

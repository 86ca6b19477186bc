import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useIsReady } from './delayedState.ts'

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

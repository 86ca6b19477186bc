import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useIsReady } from './delayedState.ts'

const patienceMs = 3000

const show = (isKnown: boolean) =>
  renderHook(({ now }) => useIsReady(now, patienceMs), { initialProps: { now: isKnown } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a part is drawn with the last thing that it says, and stays when one is asked for again', () => {
  const { result, rerender } = show(false)
  expect(result.current).toBe(false)

  rerender({ now: true })
  expect(result.current).toBe(true)
  rerender({ now: false })
  expect(result.current).toBe(true)
})

test('what nobody answers is not waited for any longer than a moment', () => {
  const { result } = show(false)

  act(() => void vi.advanceTimersByTime(patienceMs - 1))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(true)
})

import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { SleepingBanner } from './DeliveryOptionPicker.tsx'

const text =
  "Sleeping mode: ON. But don't worry — you can still order now, and we'll deliver it tomorrow after 9AM!"
const isShown = () => screen.queryByText(text) !== null
const at = (time: string) => vi.setSystemTime(new Date(`2026-11-23T${time}+05:30`))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

afterEach(() => void vi.useRealTimers())

test.each([
  ['20:59:59', false],
  ['21:00:00', true],
  ['02:30:00', true],
  ['08:59:59', true],
  ['09:00:00', false],
])('at %s the bag shows sleeping mode: %s [shell.25]', (time, isOn) => {
  vi.useFakeTimers()
  at(time)

  render(<SleepingBanner />)

  expect(isShown()).toBe(isOn)
})

test('the banner appears and disappears within a minute of nine o’clock in India [shell.25]', async () => {
  vi.useFakeTimers()
  at('20:59:30')
  render(<SleepingBanner />)

  await pass(29_000)
  expect(isShown()).toBe(false)
  await pass(31_000)
  expect(isShown()).toBe(true)

  at('08:59:30')
  await pass(60_000)
  expect(isShown()).toBe(false)
})

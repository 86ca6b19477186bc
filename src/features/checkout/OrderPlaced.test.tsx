import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paise } from '#tests/support/shopper/builders.ts'
import { OrderPlaced } from './OrderPlaced.tsx'

const order = { _id: '1', orderID: 'PEH-KAB55N', orderSlug: 'peh-kab55n', amount: paise(999_00) }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show(secondsAgo: number) {
  const onDone = vi.fn()
  const sinceMs = Date.now() - secondsAgo * 1000
  render(<OrderPlaced order={order} addressText="HOME" sinceMs={sinceMs} onDone={onDone} />)
  return onDone
}

test('the order id is shown, and after five seconds its tracking opens [success.1]', () => {
  const onDone = show(0)
  expect(screen.getByText('Your order is placed succesfully!')).toBeVisible()
  expect(screen.getByText('Order ID # PEH-KAB55N')).toBeVisible()
  expect(screen.getByText('Redirecting in 5 seconds')).toBeVisible()

  act(() => void vi.advanceTimersByTime(4000))
  expect(screen.getByText('Redirecting in 1 seconds')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1000))

  expect(onDone).toHaveBeenCalled()
})

test('a reload does not restart the countdown [success.1]', () => {
  show(3)

  expect(screen.getByText('Redirecting in 2 seconds')).toBeVisible()
})

test('a button skips the countdown [success.1]', () => {
  const onDone = show(0)

  screen.getByRole('button', { name: 'Track Order' }).click()

  expect(onDone).toHaveBeenCalled()
})

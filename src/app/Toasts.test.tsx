import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { toastAlert, toastBriefly, toastSuccess } from '#platform/toasts.ts'
import { Toasts } from './Toasts.tsx'

const toastLibrary = 'react-hot-toast/headless'

/** The component that renders toasts is loaded on demand. */
const goOffline = () =>
  vi.doMock(toastLibrary, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })

/** The connection is back after this time. */
async function goOnline(afterMs: number) {
  vi.doUnmock(toastLibrary)
  vi.setSystemTime(Date.now() + afterMs)
  await act(async () => {
    dispatchEvent(new Event('online'))
    await vi.dynamicImportSettled()
  })
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test.for([
  { words: 'Added to bag', toast: toastSuccess, shownMs: 1500, isInCorner: false },
  { words: 'Link copied', toast: toastBriefly, shownMs: 1000, isInCorner: true },
  { words: 'Not saved', toast: toastAlert, shownMs: 8000, isInCorner: false },
])('"$words" shows for $shownMs ms [shell.27]', async ({ words, toast, shownMs, isInCorner }) => {
  vi.useFakeTimers()
  render(<Toasts />)
  await act(() => toast(words))
  expect(screen.getByText(words).closest('[data-corner]') !== null).toBe(isInCorner)

  await act(() => vi.advanceTimersByTimeAsync(shownMs - 1))
  expect(screen.getByText(words)).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(1))

  expect(screen.queryByText(words)).toBeNull()
})

test('a toast rendered late is shown for its full time [shell.27]', async () => {
  await toastSuccess('Moved to bag')
  await vi.advanceTimersByTimeAsync(5000)
  render(<Toasts />)
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.getByText('Moved to bag')).toBeInTheDocument()

  await vi.advanceTimersByTimeAsync(1000)

  await waitFor(() => expect(screen.queryByText('Moved to bag')).toBeNull())
})

describe('offline', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    render(<Toasts />)
    goOffline()
  })
  afterEach(() => {
    vi.doUnmock(toastLibrary)
    vi.useRealTimers()
  })

  test('a toast that cannot load does not block, and appears when the connection is back [shell.27] [pwa.7]', async () => {
    await toastSuccess('Added to bag')
    expect(screen.queryByText('Added to bag')).toBeNull()

    await goOnline(9000)

    expect(await screen.findByText('Added to bag')).toBeInTheDocument()
  })

  test('it appears once, however often the connection is lost meanwhile [shell.27] [pwa.7]', async () => {
    await toastSuccess('Moved to wishlist')
    dispatchEvent(new Event('online'))
    await vi.dynamicImportSettled()

    await goOnline(4000)
    await goOnline(1000)

    expect(await screen.findAllByText('Moved to wishlist')).toHaveLength(1)
  })

  test('it is dropped after a while [shell.27] [pwa.7]', async () => {
    await toastSuccess('Coupon removed')

    await goOnline(11_000)
    await act(() => toastSuccess('Back again'))

    expect(await screen.findByText('Back again')).toBeInTheDocument()
    expect(screen.queryByText('Coupon removed')).toBeNull()
  })
})

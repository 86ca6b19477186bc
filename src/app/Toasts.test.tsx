import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { tell, tellBriefly } from '#platform/tell.ts'
import { Toasts } from './Toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test.for([
  { words: 'Added to bag', say: tell, shownMs: 1500, isInCorner: false },
  { words: 'Link copied', say: tellBriefly, shownMs: 1000, isInCorner: true },
])('"$words" shows for $shownMs ms [shell.27]', async ({ words, say, shownMs, isInCorner }) => {
  render(<Toasts />)
  await say(words)
  const toast = await screen.findByText(words)
  expect(toast.closest('[data-corner]') !== null).toBe(isInCorner)

  await vi.advanceTimersByTimeAsync(shownMs - 500)
  expect(screen.getByText(words)).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(500)

  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { gendersRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { PriceAgeNote, ReadAgeNote } from './ReadAgeNote.tsx'

const hourMs = 60 * 60 * 1000

test('shows nothing as long as prices come from the store [pwa.7]', () => {
  const { container } = render(<PriceAgeNote savedAt={undefined} />)

  expect(container).toBeEmptyDOMElement()
})

test('a note that appears late moves nothing: it floats as long as the prices are old [pwa.7]', () => {
  const { rerender } = render(<PriceAgeNote savedAt={undefined} />)

  rerender(<PriceAgeNote savedAt={Date.now() - 2 * hourMs} />)
  const note = screen.getByRole('status')
  expect(note).toHaveTextContent(/^Prices from 2 hours ago\. They may have changed/)
  expect(note).toHaveAttribute('data-floating')

  rerender(<PriceAgeNote savedAt={undefined} />)
  expect(note).not.toBeInTheDocument()
})

test('says how old prices are, and in the same place that they are up to date [pwa.7] [pwa.12]', () => {
  const savedAt = Date.now() - 2 * hourMs
  const { rerender } = render(<PriceAgeNote savedAt={savedAt} />)
  const age = screen.getByText(
    'Prices from 2 hours ago. They may have changed since, and sizes may have sold out.',
  )
  expect(age.closest('[data-floating]')).toBeNull()
  expect(screen.queryByText('Prices are up to date.')).toBeNull()

  rerender(<PriceAgeNote savedAt={undefined} />)
  expect(screen.getByText('Prices are up to date.')).toBeVisible()
  // The age stays, unseen, so that the note keeps its height.
  expect(age).toHaveAttribute('data-hidden')

  rerender(<PriceAgeNote savedAt={savedAt} />)
  expect(screen.queryByText('Prices are up to date.')).toBeNull()
  expect(age).not.toHaveAttribute('data-hidden')
})

test('an age grows while the page is open [pwa.12]', async () => {
  vi.useFakeTimers()
  const halfMinuteMs = 30_000
  render(<PriceAgeNote savedAt={Date.now() - 2 * hourMs + halfMinuteMs} />)
  expect(screen.getByText(/^Prices from 1 hour ago/)).toBeVisible()

  await act(() => vi.advanceTimersByTimeAsync(halfMinuteMs))

  expect(screen.getByText(/^Prices from 2 hours ago/)).toBeVisible()
  vi.useRealTimers()
})

test('on a slow connection a stored page requests its data again, and says when its prices are up to date [pwa.7] [pwa.12]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const response = { success: true, result: { data: [] } }
  const stored = { 'x-api': '1', 'x-sw-cache': 'stale', 'x-sw-age': '7200' }
  let isNew = false
  function Screen() {
    return useOptionalRead(gendersRead) && <ReadAgeNote read={gendersRead} />
  }
  const { requests } = renderInStore(<Screen />, {
    responses: {
      'gender/list': () => Response.json(response, { headers: isNew ? { 'x-api': '1' } : stored }),
    },
  })
  expect(await screen.findByText(/^Prices from 2 hours ago/)).toBeVisible()
  expect(requests).toHaveLength(1)

  isNew = true
  await act(() => vi.advanceTimersByTimeAsync(5000))

  expect(await screen.findByText('Prices are up to date.')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(requests).toHaveLength(2)
  vi.useRealTimers()
})

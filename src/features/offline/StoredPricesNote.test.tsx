import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { SavedPricesNote } from './StoredPricesNote.tsx'

const hourMs = 60 * 60 * 1000

test('shows nothing as long as prices come from the store [pwa.7]', () => {
  const { container } = render(<SavedPricesNote savedAt={undefined} />)

  expect(container).toBeEmptyDOMElement()
})

test('says how old prices are, and in the same place that they are up to date [pwa.7] [pwa.12]', () => {
  const savedAt = Date.now() - 2 * hourMs
  const { rerender } = render(<SavedPricesNote savedAt={savedAt} />)
  const age = screen.getByText(/^Prices from 2 hours ago\. They may have changed/)
  expect(screen.queryByText('Prices are up to date.')).toBeNull()

  rerender(<SavedPricesNote savedAt={undefined} />)
  expect(screen.getByText('Prices are up to date.')).toBeVisible()
  // The age stays, unseen, so that the note keeps its height.
  expect(age).toHaveAttribute('data-hidden')

  rerender(<SavedPricesNote savedAt={savedAt} />)
  expect(screen.queryByText('Prices are up to date.')).toBeNull()
  expect(age).not.toHaveAttribute('data-hidden')
})

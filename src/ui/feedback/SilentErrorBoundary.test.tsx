import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { SilentErrorBoundary } from './SilentErrorBoundary.tsx'

function Broken(): never {
  throw new Error('It cannot be shown')
}

test('text typed outside the page stays when the page changes [shell.5]', async () => {
  const beside = <input aria-label="Mobile number" />
  const { rerender } = render(
    <SilentErrorBoundary attempt="/myaccount">{beside}</SilentErrorBoundary>,
  )
  await userEvent.type(screen.getByRole('textbox'), '98765')

  rerender(<SilentErrorBoundary attempt="/">{beside}</SilentErrorBoundary>)

  expect(screen.getByRole('textbox')).toHaveValue('98765')
})

test('a failed component disappears and is tried again on the next page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { rerender } = render(
    <SilentErrorBoundary attempt="/">
      <Broken />
    </SilentErrorBoundary>,
  )
  expect(document.body).toHaveTextContent(/^$/)

  rerender(<SilentErrorBoundary attempt="/cart">Here again</SilentErrorBoundary>)
  expect(screen.getByText('Here again')).toBeVisible()
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { Button } from './Button.tsx'

test('a busy button keeps the focus and ignores clicks [a11y.1]', async () => {
  const save = vi.fn()
  function Form() {
    const [isBusy, setIsBusy] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
          setIsBusy(true)
        }}
      >
        <input aria-label="Name" />
        <Button type="submit" isBusy={isBusy} busyText="Saving...">
          Save
        </Button>
      </form>
    )
  }
  render(<Form />)

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const button = await screen.findByRole('button', { name: 'Saving...' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')

  await userEvent.click(button)
  await userEvent.type(screen.getByLabelText('Name'), 'Mira{Enter}')
  expect(save).toHaveBeenCalledOnce()
})

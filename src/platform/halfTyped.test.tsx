import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { followTyping, isHalfTyped } from './halfTyped.ts'

test('a size that was chosen counts as nothing typed [pwa.9]', async () => {
  followTyping()
  render(<input type="radio" aria-label="M" value="M" />)

  await userEvent.click(screen.getByLabelText('M'))

  expect(isHalfTyped()).toBe(false)
})

test('a form counts as half typed until it is emptied, closed or left [pwa.9]', async () => {
  followTyping()
  const { unmount } = render(<input aria-label="Address" />)
  expect(isHalfTyped()).toBe(false)

  await userEvent.type(screen.getByLabelText('Address'), '12 Palm')
  expect(isHalfTyped()).toBe(true)
  await userEvent.clear(screen.getByLabelText('Address'))
  expect(isHalfTyped()).toBe(false)

  await userEvent.type(screen.getByLabelText('Address'), '12')
  history.replaceState(null, '', '/elsewhere')
  expect(isHalfTyped()).toBe(false)
  history.replaceState(null, '', '/')
  expect(isHalfTyped()).toBe(true)
  unmount()
  expect(isHalfTyped()).toBe(false)
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { hasUnsavedInput, registerWorker, trackTyping } from './registration.ts'

test('a chosen size does not count as unsaved input [pwa.9]', async () => {
  trackTyping()
  render(<input type="radio" aria-label="M" value="M" />)

  await userEvent.click(screen.getByLabelText('M'))

  expect(hasUnsavedInput()).toBe(false)
})

test('a form counts as unsaved input until it is emptied, closed or left [pwa.9]', async () => {
  trackTyping()
  const { unmount } = render(<input aria-label="Address" />)
  expect(hasUnsavedInput()).toBe(false)

  await userEvent.type(screen.getByLabelText('Address'), '12 Palm')
  expect(hasUnsavedInput()).toBe(true)
  await userEvent.clear(screen.getByLabelText('Address'))
  expect(hasUnsavedInput()).toBe(false)

  await userEvent.type(screen.getByLabelText('Address'), '12')
  history.replaceState(null, '', '/elsewhere')
  expect(hasUnsavedInput()).toBe(false)
  history.replaceState(null, '', '/')
  expect(hasUnsavedInput()).toBe(true)
  unmount()
  expect(hasUnsavedInput()).toBe(false)
})

test('a page with unsaved input refuses to be left for a notification [pwa.9]', async () => {
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register: () => new Promise(() => {}),
    ready: new Promise(() => {}),
  })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  void registerWorker()
  render(<input aria-label="Address" />)
  const port = { postMessage: vi.fn() }
  const askToLeave = () => {
    const message = Object.assign(new Event('message'), { data: { type: 'get-may-leave' } })
    container.dispatchEvent(Object.assign(message, { ports: [port] }))
  }

  askToLeave()
  expect(port.postMessage).toHaveBeenLastCalledWith(true)
  await userEvent.type(screen.getByLabelText('Address'), '12 Palm')
  askToLeave()
  expect(port.postMessage).toHaveBeenLastCalledWith(false)
})

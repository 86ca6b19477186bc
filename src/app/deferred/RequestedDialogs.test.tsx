import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ChunkError } from '#platform/rendering/importChunk.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { RequestedDialogs } from './RequestedDialogs.tsx'

const Login = () => (
  <Dialog title="Sign in with OTP" onClose={() => getDefaultStore().set(showAuthModalAtom, false)}>
    <input aria-label="OTP" data-autofocus />
  </Dialog>
)

/** The login dialog, whose chunk fails to load while the store is down. */
function openLogin() {
  const store = { isDown: true }
  const load = () =>
    store.isDown
      ? Promise.reject(new ChunkError('/assets/Login.js', false))
      : Promise.resolve({ Login, Location: () => null })
  function Dialogs() {
    const { module, ...state } = useDeferredImport(load)
    return <RequestedDialogs dialogs={module} {...state} />
  }
  renderInStore(<Dialogs />)
  return store
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  getDefaultStore().set(showAuthModalAtom, true)
})
afterEach(() => {
  vi.useRealTimers()
  getDefaultStore().set(showAuthModalAtom, false)
})

const failure = () => screen.findByText('This didn’t load. Check your connection and try again.')

test('opens a dialog with the tap, and an error if its chunk fails to load [pwa.8] [login.1]', async () => {
  openLogin()
  expect(screen.getByRole('dialog', { name: 'Login or Signup' })).toHaveTextContent('Loading...')

  expect(await failure()).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('loads it on "Try again" in the same dialog [pwa.8] [a11y.1]', async () => {
  const store = openLogin()
  await failure()
  const dialog = screen.getByRole('dialog', { name: 'Login or Signup' })

  store.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('textbox', { name: 'OTP' })).toHaveFocus()
  expect(screen.getByRole('dialog', { name: 'Sign in with OTP' })).toBe(dialog)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('retries automatically after a while [pwa.8]', async () => {
  const store = openLogin()
  await failure()

  store.isDown = false
  await act(() => vi.advanceTimersByTimeAsync(2000))

  expect(await screen.findByRole('textbox', { name: 'OTP' })).toBeVisible()
})

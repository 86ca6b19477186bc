import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ChunkError } from '#platform/rendering/importChunk.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { DialogOpening } from './DialogOpening.tsx'

/** A login whose program fails to be downloaded as long as the store is down. */
function openLogin() {
  const store = { isDown: true }
  const load = () =>
    store.isDown ? Promise.reject(new ChunkError('/assets/Login.js', false)) : Promise.resolve('Hi')
  function Login() {
    const { module, ...state } = useDeferredImport(load)
    return module ? <h1>{module}</h1> : <DialogOpening {...state} />
  }
  renderInStore(<Login />)
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

test('opens a dialog with the tap, and says when its program cannot be downloaded [pwa.8] [login.1]', async () => {
  openLogin()
  expect(screen.getByRole('dialog', { name: 'Login or Signup' })).toHaveTextContent('Loading...')

  expect(await failure()).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('downloads it again on "Try again" [pwa.8]', async () => {
  const store = openLogin()
  await failure()

  store.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Hi' })).toBeVisible()
})

test('downloads it again by itself after a while [pwa.8]', async () => {
  const store = openLogin()
  await failure()

  store.isDown = false
  await act(() => vi.advanceTimersByTimeAsync(2000))

  expect(await screen.findByRole('heading', { name: 'Hi' })).toBeVisible()
})

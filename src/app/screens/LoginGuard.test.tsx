import { screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'

import {
  watchSession,
  clearSession,
  showAuthModalAtom,
  saveSession,
} from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { LoginGuard } from './Screens.tsx'

const store = getDefaultStore()
const show = (at: string) =>
  renderInStore(
    <Routes>
      <Route path="/" element="Home" />
      <Route
        path="*"
        element={
          <LoginGuard>
            <p>Mine</p>
          </LoginGuard>
        }
      />
    </Routes>,
    { at },
  )

afterEach(() => {
  clearSession()
  store.set(showAuthModalAtom, false)
})

test('a guest is sent home and asked to log in, and the page is remembered [shell.5]', async () => {
  const { address } = show('/order-tracking?id=7')

  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.queryByText('Mine')).toBeNull()
  expect(store.get(showAuthModalAtom)).toBe(true)
  expect(localStorage.getItem('redirectAfterLogin')).toBe('/order-tracking?id=7')
})

test('a customer sees the page, even after a reload [shell.5]', async () => {
  const { token, user } = aUser()
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
  const { address } = show('/myaccount')
  expect(screen.queryByText('Mine')).toBeNull()

  const stop = watchSession()

  expect(await screen.findByText('Mine')).toBeVisible()
  expect(address()).toBe('/myaccount')
  stop()
})

test('a customer who logs out on such a page goes home without a login dialog [login.6]', async () => {
  saveSession(aUser())
  const { address } = show('/myaccount')
  expect(screen.getByText('Mine')).toBeVisible()

  clearSession()

  await waitFor(() => expect(address()).toBe('/'))
  expect(store.get(showAuthModalAtom)).toBe(false)
  expect(localStorage.getItem('redirectAfterLogin')).toBeNull()
})

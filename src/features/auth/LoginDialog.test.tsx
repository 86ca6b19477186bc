import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { openLogin, showAuthModalAtom } from '#platform/login.ts'
import { renderInStore } from '#tests/support/renderInStore.tsx'
import { LoginDialog } from './LoginDialog.tsx'

function show() {
  const shown = renderInStore(
    <>
      <LoginDialog onSignedIn={() => Promise.resolve()} />
      <Toasts />
    </>,
  )
  return { ...shown, dialog: screen.getByRole('dialog', { name: 'Login or Signup' }) }
}

beforeEach(openLogin)
afterEach(() => getDefaultStore().set(showAuthModalAtom, false))

test.each([
  ['terms and conditions', '/terms-and-conditions'],
  ['privacy policy', '/privacy-policy'],
])('whoever goes on agrees to the %s, and can read them [login.4]', async (name, path) => {
  const { dialog, address } = show()
  expect(dialog).toHaveTextContent(
    'By continuing you agree to the terms and conditions and privacy policy.',
  )

  await userEvent.click(within(dialog).getByRole('link', { name }))

  expect(address()).toBe(path)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a login that fails is told [login.4]', async () => {
  const { dialog } = show()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  await userEvent.type(within(dialog).getByLabelText('Mobile number'), '9826041375')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Submit' }))

  expect(await screen.findByText('Login failed!')).toBeInTheDocument()
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { observe } from '#platform/connectivity/connectivityAtom.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { flush } from '#features/outbox/outbox.ts'
import { outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import {
  failure,
  handle,
  wishlistAdd,
  wishlistAddOther,
  outboxWith,
} from '#tests/support/shopper/outboxFixtures.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'

/** The confirmation for a customer who logs out while these changes wait. */
async function openDialog(...changes: Change[]) {
  saveSession(aUser())
  const entries = changes.map((change, index) => ({ key: `key-${index}`, failures: 1, change }))
  await getDefaultStore().set(outboxAtom, outboxWith(...entries))
  const onClose = vi.fn()
  renderInStore(<LogoutDialog onClose={onClose} />, {
    at: '/myaccount',
    responses: { 'user/logout': {} },
  })
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Log out before your changes are sent?' }),
  )
  return {
    dialog,
    onClose,
    tap: (name: string) => userEvent.click(dialog.getByRole('button', { name })),
  }
}

beforeEach(async () => {
  await clearPersisted()
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
})
afterEach(async () => {
  clearSession()
  await clearPersisted()
})

test.each([
  [[wishlistAdd], '1 change hasn’t been sent yet. If you discard it, it’ll be lost.'],
  [
    [wishlistAdd, wishlistAddOther],
    '2 changes haven’t been sent yet. If you discard them, they’ll be lost.',
  ],
])(
  'says how many changes would be lost, and lets the customer stay [pwa.13] [login.6]',
  async (changes, words) => {
    const { dialog, onClose, tap } = await openDialog(...changes)
    expect(await dialog.findByText(words)).toBeVisible()

    await tap('Stay logged in')

    expect(onClose).toHaveBeenCalledOnce()
    expect(localStorage.getItem(storageKeys.token)).not.toBeNull()
  },
)

test('sends the changes, then logs out [pwa.13] [login.6]', async () => {
  const { send } = handle(async () => ({}))
  const { onClose, tap } = await openDialog(wishlistAdd)

  await tap('Send and log out')

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
})

test('says that nothing could be sent, and discards the changes on request [pwa.13] [login.6]', async () => {
  const { send } = handle(() => Promise.reject(failure('unavailable')))
  const { dialog, onClose, tap } = await openDialog(wishlistAdd)

  await tap('Send and log out')
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'We couldn’t send your changes. Please check your connection and try again.',
  )
  expect(localStorage.getItem(storageKeys.token)).not.toBeNull()
  await tap('Discard and log out')

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
  expect(send).toHaveBeenCalledOnce()
})

test('"Discard and log out" stops a change that is being sent [pwa.13] [login.6]', async () => {
  const { send } = handle(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('Aborted'))),
      ),
  )
  const { onClose, tap } = await openDialog(wishlistAdd)
  void flush()
  await waitFor(() => expect(send).toHaveBeenCalledOnce())

  await tap('Discard and log out')

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(send.mock.calls[0]?.[1].signal.aborted).toBe(true)
})

test('stops at a change that was refused, and says that the others were sent [pwa.13] [login.6]', async () => {
  handle(() => Promise.reject(failure('invalid')))
  const { dialog, tap } = await openDialog(wishlistAdd)

  await tap('Send and log out')

  expect(
    await dialog.findByText('We couldn’t save one of your changes. The others have been sent.'),
  ).toBeVisible()
  expect(localStorage.getItem(storageKeys.token)).not.toBeNull()
  expect(dialog.getByRole('heading', { name: 'Log out?' })).toBeVisible()
  await tap('Log out')
  await waitFor(() => expect(localStorage.getItem(storageKeys.token)).toBeNull())
})

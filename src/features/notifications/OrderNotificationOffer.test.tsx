import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { stubPushBrowser, removePushBrowser } from '#tests/support/screens/pushBrowser.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { notificationsDeclinedAtom, OrderNotificationOffer } from './OrderNotificationOffer.tsx'

const responses = { 'push/key': { publicKey: 'BKey' }, 'push/subscribe': {} }
const show = () =>
  renderInStore(
    <>
      <OrderNotificationOffer />
      <Toasts />
    </>,
    { responses },
  )

beforeEach(async () => {
  await clearPersisted()
  // The choice belongs to the device, so it survives a logout.
  await getDefaultStore().set(notificationsDeclinedAtom, () => false)
  saveSession(aUser())
})
afterEach(() => {
  clearSession()
  removePushBrowser()
})

test('a customer with an open order can turn on notifications, and the offer disappears [pwa.9]', async () => {
  const browser = stubPushBrowser()
  const { requests } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  expect(screen.getByRole('checkbox', { name: /^Order updates/ })).toBeChecked()
  expect(browser).toEqual([])

  const dialog = within(screen.getByRole('dialog', { name: 'Get order updates' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on notifications' }))

  expect(await screen.findByText('Notifications are on')).toBeInTheDocument()
  expect(browser).toEqual(['permission', 'subscribe'])
  expect(requests).toContain('push/subscribe')
  expect(screen.queryByText('Get order updates')).toBeNull()
})

test('a customer who declines is not asked again [pwa.9]', async () => {
  stubPushBrowser()
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByText('Get order updates')).toBeNull())
  cleanup()

  show()

  await expect(screen.findByText('Get order updates', {}, { timeout: 300 })).rejects.toThrow()
})

test('a browser without notifications shows no offer [pwa.9]', async () => {
  show()

  await expect(screen.findByText('Get order updates', {}, { timeout: 300 })).rejects.toThrow()
})

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { observe } from '#platform/connectivity/connectivityAtom.ts'
import type { Change, Entry } from '#platform/outbox/changes.ts'
import { outboxAtom, updateOutbox } from '#platform/outbox/outboxAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aProduct, aUser } from '#tests/support/shopper/builders.ts'
import {
  failure,
  handle,
  wishlistAdd,
  addressDelete,
  cartRemove,
  outboxWith,
} from '#tests/support/shopper/outboxFixtures.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { PendingChanges } from './PendingChanges.tsx'

const store = getDefaultStore()
/** Each connectivity event needs a later timestamp. */
let latest = 0
const nextTimestamp = () => (latest = Math.max(latest, Date.now()) + 1)
const goOffline = () => observe({ kind: 'link', isUp: false, at: nextTimestamp() })
const goOnline = () => observe({ kind: 'response', status: 200, isOurs: true, at: nextTimestamp() })

/** The open list of changes that the store has not accepted yet. */
async function openSheet(...changes: (Partial<Entry> & { change: Change })[]) {
  saveSession(aUser())
  const entries = changes.map((entry, index) => ({ key: `key-${index}`, failures: 1, ...entry }))
  await store.set(outboxAtom, outboxWith(...entries))
  renderInStore(<PendingChanges />)
  await userEvent.click(await screen.findByRole('button', { name: /waiting to send$/ }))
  return within(screen.getByRole('dialog', { name: 'Waiting to send' }))
}

beforeEach(async () => {
  await clearPersisted()
  goOnline()
})
afterEach(async () => {
  goOnline()
  clearSession()
  await clearPersisted()
})

test('the list names each change and what it is about [pwa.13]', async () => {
  const address = { label: 'home', street: '7 Lake View', city: 'Indore', state: '' } as const
  const line = { lineId: 'line-1', name: 'Blue kurta' }
  const product = aProduct()
  const changes: [Change, string][] = [
    [wishlistAdd, 'Add to wishlist' + product.name],
    [{ type: 'wishlist.remove', product: aProduct({ _id: 'other' }) }, 'Remove from wishlist'],
    [
      { type: 'cart.add', lineId: 'a', product, size: 'M', quantity: 1, resultingQuantity: 1 },
      `Add to bag${product.name}, size M`,
    ],
    [{ type: 'cart.update', ...line, to: { size: 'L' } }, 'Change to size LBlue kurta'],
    [{ type: 'cart.update', ...line, to: { quantity: 2 } }, 'Change to quantity 2Blue kurta'],
    [{ type: 'cart.update', ...line, to: { trialSize: 'S' } }, 'Change to trial size SBlue kurta'],
    [
      { type: 'cart.setDelivery', lineId: 'a', purchaseType: 'Try and Buy' },
      'Change delivery optionTry & Buy',
    ],
    [cartRemove, 'Remove from bagBlue kurta'],
    [{ type: 'cart.moveToWishlist', lineId: 'a', product }, `Move to wishlist${product.name}`],
    [
      {
        type: 'address.add',
        addressId: 'a',
        address: { ...address, postalCode: '', latitude: '', longitude: '' },
      },
      'Add addressHOME, 7 Lake View, Indore',
    ],
    [addressDelete, 'Remove addressHOME, Indore'],
    [
      {
        type: 'profile.update',
        profile: { firstName: 'Mira', lastName: 'Joshi', email: 'mira@example.com' },
      },
      'Update profileMira Joshi, mira@example.com',
    ],
  ]

  const sheet = await openSheet(...changes.map(([change]) => ({ change })))

  const rows = sheet.getAllByRole('listitem')
  expect(rows).toHaveLength(changes.length)
  for (const [index, [, words]] of changes.entries()) expect(rows[index]).toHaveTextContent(words)
  expect(
    screen.getByRole('button', { name: `${changes.length} changes waiting to send`, hidden: true }),
  ).toBeInTheDocument()
})

test('it shows why changes wait, and the result of a retry [pwa.13]', async () => {
  handle(() => Promise.reject(failure('unavailable')))
  const sheet = await openSheet({ change: wishlistAdd })
  expect(
    screen.getByRole('button', { name: '1 change waiting to send', hidden: true }),
  ).toBeInTheDocument()
  const status = sheet.getByRole('status')
  expect(status).toHaveTextContent('We couldn’t send these changes yet. We’ll keep trying.')

  await userEvent.click(sheet.getByRole('button', { name: 'Send now' }))
  await sheet.findByText('We still couldn’t send everything. We’ll keep trying.')

  act(goOffline)
  expect(status).toHaveTextContent(
    'You’re still offline. We’ll send these changes when you’re back online.',
  )
})

test('"Try again" sends the changes, and "Undo" removes only its own [pwa.13]', async () => {
  const { send } = handle(async () => ({}))
  const { send: sendCart } = handle(async () => ({}), 'cart')
  const sheet = await openSheet({ change: wishlistAdd }, { change: cartRemove })

  await userEvent.click(sheet.getByRole('button', { name: 'Undo: Remove from bag, Blue kurta' }))
  await waitFor(() => expect(sheet.getAllByRole('listitem')).toHaveLength(1))
  await userEvent.click(
    sheet.getByRole('button', { name: `Try again: Add to wishlist, ${aProduct().name}` }),
  )

  await sheet.findByText('Nothing is waiting to be sent.')
  expect(send).toHaveBeenCalledExactlyOnceWith(wishlistAdd, expect.anything())
  expect(sendCart).not.toHaveBeenCalled()
})

test('offline it says that changes are sent once the connection is back [pwa.13]', async () => {
  const sheet = await openSheet({ change: wishlistAdd })

  act(goOffline)

  expect(sheet.getByRole('status')).toHaveTextContent(
    'You’re offline. We’ll send these changes when you’re back online.',
  )
})

test('an undo that comes too late says so; after the last change the list can be closed [pwa.13]', async () => {
  handle(() => new Promise(() => {}))
  const elsewhere = { by: 'other-tab', hasLock: false, until: Date.now() + 20_000 }
  const sheet = await openSheet({ change: wishlistAdd, lease: elsewhere })
  const undo = sheet.getByRole('button', { name: `Undo: Add to wishlist, ${aProduct().name}` })

  await userEvent.click(undo)
  await sheet.findByText('We’re sending this change right now. Please try again in a moment.')

  await act(() => updateOutbox((outbox) => ({ ...outbox, entries: [] })))
  await sheet.findByText('Nothing is waiting to be sent.')
  await userEvent.click(sheet.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

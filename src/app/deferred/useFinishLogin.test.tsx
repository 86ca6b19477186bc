import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { get, keys } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { receiverAtom } from '#features/cart/Receiver.tsx'
import { saveLastUser } from '#platform/session/lastSession.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession, userIdAtom } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { aCartLine, aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { Toasts } from '#app/Toasts.tsx'
import { useFinishLogin } from './DeferredDialogs.tsx'

const store = getDefaultStore()
const sister = { name: 'Meera', contactNumber: '9826041375' }

function Enter({ as }: { as: string }) {
  const finish = useFinishLogin()
  return <button onClick={() => void finish(aUser({ _id: as }))}>Sign in</button>
}

/** Asha has typed the receiver's name; then her session expires, and somebody logs in. */
async function logInAfterAsha(as: string) {
  saveSession(aUser({ _id: 'asha' }))
  await saveLastUser(aUser({ _id: 'asha' }))
  await store.set(receiverAtom, () => sister)
  sessionStorage.setItem('user-address', 'Vijay Nagar')
  localStorage.setItem(storageKeys.orderSuccessTimestamp, '1')
  clearSession()
  localStorage.setItem(storageKeys.redirectAfterLogin, '/cart')
  const { address } = renderInStore(<Enter as={as} />)
  await userEvent.click(screen.getByText('Sign in'))
  await waitFor(() => expect(address()).toBe('/cart'))
  expect(store.get(userIdAtom)).toBe(as)
}

beforeEach(() => clearPersisted())
afterEach(clearSession)

test('a new customer sees no data of the previous one [login.5] [safe.1]', async () => {
  const caches = memoryCaches()
  vi.stubGlobal('caches', caches)
  await caches.open('products')

  await logInAfterAsha('ravi')

  expect(await caches.keys()).toEqual([])
  expect(store.get(receiverAtom)).toBeNull()
  expect(await keys()).toEqual(['last-user-id'])
  expect(await get('last-user-id')).toBe('ravi')
  expect(sessionStorage).toHaveLength(0)
  expect(localStorage.getItem(storageKeys.orderSuccessTimestamp)).toBeNull()
})

test('a customer who logs in again continues where they were [login.5]', async () => {
  await logInAfterAsha('asha')

  expect(store.get(receiverAtom)).toEqual(sister)
  expect(await get('receiver')).toEqual(sister)
})

test('a guest’s item that the store refuses is named [bag.18]', async () => {
  const saree = aProduct({ _id: 'saree', name: 'Silk saree', size: ['Free'], stock: { Free: 1 } })
  const line = aCartLine({ productId: saree, size: 'Free' })
  await store.set(cartAtom, (cart) => ({ ...cart, products: [line] }))
  renderInStore(
    <>
      <Enter as="asha" />
      <Toasts />
    </>,
  )
  const soldOut = { success: false, code: 'out_of_stock', msg: 'Size Free is sold out' }
  vi.stubGlobal('fetch', async () => Response.json(soldOut, { status: 409 }))

  await userEvent.click(screen.getByText('Sign in'))

  const refusal = 'We couldn’t add these to your bag: Amodra Silk saree, size Free'
  expect(await screen.findByText(refusal)).toBeInTheDocument()
  expect(store.get(cartAtom).products).toEqual([])
})

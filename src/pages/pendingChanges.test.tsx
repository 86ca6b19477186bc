import { screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { NewAddress } from '#contract/account/account.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { addressesAtom, saveAddresses } from '#features/account/addresses/addressesAtom.ts'
import { cartAtom, saveCart } from '#features/cart/cartAtom.ts'
import { CartLineCard } from '#features/cart/line/CartLineCard.tsx'
import { wishlistAtom } from '#features/wishlist/wishlistAtom.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { submit } from '#features/outbox/outbox.ts'
import { outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aCartLine, aProduct, aUser, rupees } from '#tests/support/shopper/builders.ts'
import { outboxWith } from '#tests/support/shopper/outboxFixtures.ts'
import AddressesPage from './account/AddressesPage.tsx'
import ProfilePage from './account/ProfilePage.tsx'
import WishlistPage from './account/WishlistPage.tsx'

const store = getDefaultStore()
const kurta = aProduct()
const saree = aProduct({ _id: 'saree', name: 'Silk saree' })
const lakeView: NewAddress = {
  ...{ label: 'home', street: '7 Lake View', city: 'Indore', state: 'Madhya Pradesh' },
  ...{ postalCode: '452010', latitude: '22.75', longitude: '75.89' },
}
const cart: Cart = { products: [aCartLine({ productId: saree })], totalAmount: rupees(999) }
const profile = { firstName: 'Mira', lastName: 'Joshi', email: 'mira@mail.example' }
const json = (body: object, status = 200) =>
  Response.json(body, { status, headers: { 'x-api': '1' } })

beforeEach(async () => {
  await clearPersisted()
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  saveSession(aUser())
})
afterEach(async () => {
  clearSession()
  await clearPersisted()
})

type PendingCase = { change: Change; page: ReactNode; shown: string }

test.for<PendingCase>([
  {
    change: { type: 'cart.update', lineId: 'line-1', name: 'Blue kurta', to: { quantity: 2 } },
    page: (
      <CartLineCard line={aCartLine()} onChange={vi.fn()} onRemove={vi.fn()} onMove={vi.fn()} />
    ),
    shown: 'Blue kurta',
  },
  { change: { type: 'wishlist.add', product: saree }, page: <WishlistPage />, shown: 'Silk saree' },
  {
    change: { type: 'address.add', addressId: 'local-1', address: lakeView },
    page: <AddressesPage />,
    shown: '7 Lake View',
  },
  { change: { type: 'profile.update', profile }, page: <ProfilePage />, shown: 'Mira' },
])(
  '$change.type shows at once, and is marked at its item until it is sent [pwa.13]',
  async ({ change, page, shown }) => {
    await store.set(outboxAtom, outboxWith({ change, failures: 1 }))
    renderInStore(page, {
      responses: {
        'wishlist/view': json({ success: true, result: { products: [{ productId: kurta }] } }),
        address: json({ success: true, address: [] }),
      },
    })

    expect(await screen.findByText('Waiting to send')).toBeVisible()
    const texts = [...screen.queryAllByText(shown), ...screen.queryAllByDisplayValue(shown)]
    expect(texts).not.toEqual([])

    await store.set(outboxAtom, (outbox) => ({ ...outbox, entries: [] }))
    await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
  },
)

const changes: Change[] = [
  {
    type: 'cart.add',
    lineId: 'local-1',
    product: kurta,
    size: 'M',
    quantity: 1,
    resultingQuantity: 1,
  },
  { type: 'cart.remove', lineId: 'line-1', name: 'Silk saree' },
  { type: 'wishlist.add', product: kurta },
  { type: 'wishlist.remove', product: saree },
  { type: 'address.add', addressId: 'local-1', address: lakeView },
  { type: 'address.update', addressId: 'a', address: lakeView },
  { type: 'address.remove', addressId: 'a', label: 'home', city: 'Indore' },
  { type: 'profile.update', profile },
]

test.for(changes)(
  '$type is sent again with the same Idempotency-Key if its response was lost [pwa.13]',
  async (change) => {
    const keys: (string | null)[] = []
    vi.stubGlobal('fetch', async (request: Request | string) => {
      if (typeof request === 'string' || request.method === 'GET') return new Promise(() => {})
      keys.push(request.headers.get('Idempotency-Key'))
      return json({ success: false, code: 'unavailable', msg: '' }, 503)
    })

    expect(await submit(change)).toBe('pending')
    await vi.waitFor(() => expect(keys.length).toBeGreaterThan(1), { timeout: 10_000 })

    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  },
)

type Refused = {
  change: Change
  path: string
  response: object
  shown: () => unknown
  saved: string
}

test.for<Refused>([
  {
    change: { type: 'cart.remove', lineId: 'line-1', name: 'Blue kurta' },
    path: '/api/cart/view/asha',
    response: { success: true, result: cart },
    shown: () => store.get(cartAtom).products.map(({ productId }) => productId.name),
    saved: 'Silk saree',
  },
  {
    change: { type: 'wishlist.remove', product: kurta },
    path: '/api/wishlist/view',
    response: { success: true, result: { products: [{ productId: saree }] } },
    shown: () => store.get(wishlistAtom).ids,
    saved: 'saree',
  },
  {
    change: { type: 'address.remove', addressId: 'a', label: 'home', city: 'Indore' },
    path: '/api/address',
    response: { success: true, address: [{ ...lakeView, _id: 'b' }] },
    shown: () => store.get(addressesAtom).map(({ street }) => street),
    saved: '7 Lake View',
  },
])(
  'after the store has refused $change.type, the data saved there is shown [pwa.13]',
  async ({ change, path, response, shown, saved }) => {
    await saveCart({ products: [aCartLine()], totalAmount: rupees(999) })
    await store.set(wishlistAtom, () => ({ ids: [kurta._id], lines: [] }))
    saveAddresses([])
    vi.stubGlobal('fetch', async ({ method, url }: Request) => {
      if (method !== 'GET') return json({ success: false, code: 'invalid', msg: 'No' }, 400)
      return new URL(url).pathname === path ? json(response) : json({}, 404)
    })

    await expect(submit(change)).rejects.toMatchObject({ code: 'invalid' })

    await vi.waitFor(() => expect(shown()).toEqual([saved]))
  },
)

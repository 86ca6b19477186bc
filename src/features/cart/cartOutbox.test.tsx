import { renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { useToasterStore } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Cart } from '#contract/cart/cart.ts'
import { submit } from '#features/outbox/outbox.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { emptyOutbox, readEntries, outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aUser, rupees } from '#tests/support/shopper/builders.ts'
import { cartAtom, saveCart } from './cartAtom.ts'

const store = getDefaultStore()
const kurta = aProduct()
const saree = aProduct({ _id: 'saree', name: 'Silk saree' })
const cartOf = (...products: Cart['products']): Cart => ({ products, totalAmount: rupees(999) })
const add: Change = {
  ...{
    type: 'cart.add',
    lineId: 'local-1',
    product: kurta,
    size: 'M',
    quantity: 1,
    resultingQuantity: 2,
  },
}
const quantities = () => store.get(cartAtom).products.map(({ quantity }) => quantity)
const toastMessages = () =>
  renderHook(() => useToasterStore()).result.current.toasts.map(({ message }) => message)

type Sent = { call: string; body: unknown; authorization: string | null; key: string | null }
type FakeResponse = [body: object, status?: number]

/** A server that gives this response; returns the requests. */
function respondWith(respond: (sent: Sent) => FakeResponse): Sent[] {
  const all: Sent[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, url, headers } = request
    if (method === 'GET') return new Promise(() => {})
    const sent = {
      call: `${method} ${new URL(url).pathname}`,
      body: await request.json(),
      authorization: headers.get('Authorization'),
      key: headers.get('Idempotency-Key'),
    }
    all.push(sent)
    const [body, status = 200] = respond(sent)
    return Response.json(body, { status, headers: { 'x-api': '1' } })
  })
  return all
}
const cartResponse = (cart: Cart, more: object = {}): FakeResponse => [
  { success: true, status: 200, result: cart, ...more },
]

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
  await saveCart(cartOf(aCartLine(), aCartLine({ _id: 'line-2', productId: saree })))
})
afterEach(async () => {
  clearSession()
  await clearPersisted()
})

test.for<[change: Change, call: string, body: object]>([
  [
    { type: 'cart.update', lineId: 'line-1', name: 'Blue kurta', to: { size: 'L' } },
    'PUT /api/cart/update',
    { itemId: 'line-1', size: 'L' },
  ],
  [
    { type: 'cart.setDelivery', lineId: 'line-1', productId: 'x', purchaseType: 'Try and Buy' },
    'PUT /api/cart/update',
    { itemId: 'line-1', productId: 'x', purchaseType: 'Try and Buy' },
  ],
  [
    { type: 'cart.remove', lineId: 'line-1', name: 'Blue kurta' },
    'DELETE /api/cart/remove',
    { productItemId: 'line-1' },
  ],
  [
    { type: 'cart.moveToWishlist', lineId: 'line-1', product: kurta },
    'POST /api/cart/move-to-wishlist',
    { cartItemId: 'line-1' },
  ],
])(
  '$0.type is sent once with a key, and the bag shows the response [bag.5] [bag.7] [pwa.13]',
  async ([change, call, body]) => {
    const after = cartOf(aCartLine({ _id: 'line-2', productId: saree, quantity: 3 }))
    const sent = respondWith(() =>
      change.type === 'cart.moveToWishlist' ? [{ success: true }] : cartResponse(after),
    )

    expect(await submit(change)).toBe('sent')

    const key = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const authorization = 'Bearer token-of-asha'
    expect(sent).toEqual([{ call, body: { userId: 'asha', ...body }, authorization, key }])
    expect(quantities()).toEqual([change.type === 'cart.moveToWishlist' ? 1 : 3])
  },
)

test('an item removed by another device counts as removed; other refusals are reported [bag.5] [bag.16]', async () => {
  const remove: Change = { type: 'cart.remove', lineId: 'line-1', name: 'Blue kurta' }
  const refuse = (code: string, status: number) =>
    respondWith(() => [{ success: false, code, msg: 'No' }, status])

  refuse('not_found', 404)
  expect(await submit(remove)).toBe('sent')
  expect(store.get(cartAtom).products.map(({ _id }) => _id)).toEqual(['line-2'])

  refuse('invalid', 400)
  await expect(submit({ ...remove, lineId: 'line-2' })).rejects.toMatchObject({ msg: 'No' })
  expect(store.get(cartAtom).products.map(({ _id }) => _id)).toEqual(['line-2'])
})

test('the bag says how many it added if the stock is too low [bag.17]', async () => {
  respondWith(() =>
    cartResponse(cartOf(aCartLine({ quantity: 3 })), { msg: 'Only 3 left in size M' }),
  )

  await submit(add)

  expect(quantities()).toEqual([3])
  await vi.waitFor(() => expect(toastMessages()).toContain('Only 3 left in size M'))
})

test('changes of an unsent item are applied to the line it becomes [bag.17] [pwa.13]', async () => {
  const red = aProduct({ _id: 'red-kurta' })
  const known = aCartLine({ _id: 'of-the-store', productId: red })
  const sent = respondWith(() => cartResponse(cartOf(aCartLine(), known)))

  const adding = submit({ ...add, product: red, resultingQuantity: 1 } as Change)
  const removing = submit({ type: 'cart.remove', lineId: 'local-1', name: 'Red kurta' })
  await Promise.all([adding, removing])

  expect(sent.map(({ body }) => body)).toMatchObject([
    { productId: 'red-kurta', size: 'M', quantity: 1, purchaseType: 'Standard' },
    { productItemId: 'of-the-store' },
  ])
})

test('an addition without a response is not shown on top of a bag that contains it [bag.19] [pwa.13]', async () => {
  const later = Date.now() + 60_000
  const entry = { key: 'k', ownerId: 'asha', queuedAt: 1, failures: 1, nextAt: later }
  const waitFor = (firstTriedAt?: number) =>
    store.set(outboxAtom, () => ({
      ...emptyOutbox,
      entries: [
        { ...entry, change: add, shortPauseEndsAt: later, ...(firstTriedAt && { firstTriedAt }) },
      ],
    }))
  respondWith(() => cartResponse(cartOf()))

  await waitFor()
  expect(quantities()).toEqual([2, 1])
  // Another device has added one meanwhile.
  await saveCart(cartOf(aCartLine({ quantity: 2 })))
  expect(quantities()).toEqual([3])
  await saveCart(cartOf(aCartLine(), aCartLine({ _id: 'line-2', productId: saree })))
  await waitFor(1)
  expect(quantities()).toEqual([2, 1])
  await saveCart(cartOf(aCartLine({ quantity: 2 })))
  expect(quantities()).toEqual([2])
  // The server's bag has another item in the same size, and another size of this one.
  await saveCart(cartOf(aCartLine({ productId: saree, quantity: 2 }), aCartLine({ size: 'L' })))
  expect(quantities()).toEqual([2, 1, 1])
  expect(await readEntries()).toHaveLength(1)
})

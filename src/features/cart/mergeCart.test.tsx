import { renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { useToasterStore } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { noRupees } from '#contract/values/money.ts'
import { readEntries } from '#platform/outbox/outboxAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveToken, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aUser, rupees } from '#tests/support/shopper/builders.ts'
import { cartAtom, savedCartAtom } from './cartAtom.ts'
import { removeLine, updateLine } from './cartChanges.ts'
import { mergeCart, resumeMerge } from './mergeCart.ts'

const store = getDefaultStore()
const lineWith = (id: string) => store.get(cartAtom).products.find(({ _id }) => _id === id)!
const saree = aProduct({ _id: 'saree', name: 'Silk saree', size: ['Free'], stock: { Free: 1 } })
const visitors = [
  aCartLine({ _id: 'local-1', quantity: 2 }),
  aCartLine({ _id: 'local-2', productId: saree, size: 'Free' }),
]
const merged = {
  products: [aCartLine({ _id: 'of-the-server', quantity: 5 })],
  totalAmount: rupees(4995),
}
const soldOut = { success: false, code: 'out_of_stock', msg: 'Size Free is sold out' }

beforeEach(async () => {
  await clearPersisted()
  await store.set(cartAtom, () => ({ products: visitors, totalAmount: noRupees }))
})
afterEach(clearSession)

type Added = { authorization: string | null; key: string | null; body: { productId: string } }

/** A server that responds to each added line; returns the requests. */
function respondWith(respond: (productId: string) => Response): Added[] {
  const sent: Added[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = (await request.json()) as { productId: string }
    const { headers } = request
    sent.push({
      authorization: headers.get('Authorization'),
      key: headers.get('Idempotency-Key'),
      body,
    })
    return respond(body.productId)
  })
  return sent
}

const added = () => Response.json({ success: true, result: merged })
const refuse = () => Response.json(soldOut, { status: 409 })
const fail = () => new Response('', { status: 500 })
const unmergedLines = () => store.get(savedCartAtom).merge?.lines.map(({ _id }) => _id)

async function logIn() {
  const loggedIn = aUser()
  saveToken(loggedIn.token)
  const showMergedCart = await mergeCart(loggedIn)
  showMergedCart()
  saveSession(loggedIn)
}

test('a guest’s trial size is merged too [bag.6] [bag.18]', async () => {
  const tried = aCartLine({ trialSize: 'L' })
  await store.set(cartAtom, () => ({ products: [tried], totalAmount: noRupees }))
  const sent = respondWith(added)

  await logIn()

  expect(sent).toMatchObject([{ body: { productId: 'blue-kurta', size: 'M', trialSize: 'L' } }])
})

test('a guest’s bag is merged into the account, without refused items [bag.18]', async () => {
  const sent = respondWith((id) => (id === 'saree' ? refuse() : added()))

  await logIn()

  expect(sent[0]).toMatchObject({
    authorization: 'Bearer token-of-asha',
    body: { userId: 'asha', productId: 'blue-kurta', size: 'M', quantity: 2 },
  })
  expect(store.get(cartAtom)).toEqual(merged)
  expect(unmergedLines()).toBeUndefined()
  await vi.waitFor(() => {
    const { toasts } = renderHook(() => useToasterStore()).result.current
    const msg = 'We couldn’t add these to your bag: Amodra Silk saree, size Free'
    expect(toasts).toMatchObject([{ type: 'error', message: msg }])
  })
})

test('offline the login does not wait for each line: all are sent later [bag.18]', async () => {
  const failedFetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', failedFetch)

  await logIn()

  expect(failedFetch).toHaveBeenCalledOnce()
  expect(unmergedLines()).toEqual(['local-1', 'local-2'])
})

test('a logout during the merge leaves nothing behind [pwa.11] [bag.18]', async () => {
  respondWith(fail)
  await logIn()
  respondWith(() => {
    clearSession()
    void clearPersisted()
    return added()
  })

  await resumeMerge('asha')

  expect(store.get(savedCartAtom).cart.products).toEqual([])
})

test('items that a failing server may not have saved stay in the bag and are sent again with their key [bag.18]', async () => {
  const sent = respondWith((id) => (id === 'saree' ? fail() : added()))

  await logIn()

  expect(store.get(cartAtom).products.map(({ _id }) => _id)).toEqual(['of-the-server', 'local-2'])
  expect(unmergedLines()).toEqual(['local-2'])

  const both = { ...merged, products: [...merged.products, aCartLine({ _id: 'saree-line' })] }
  const sentAgain = respondWith(() => Response.json({ success: true, result: both }))
  await resumeMerge('asha')

  expect(sentAgain).toEqual([sent[1]])
  // The bag never looks empty between the last sent line and the next read.
  expect(store.get(cartAtom)).toEqual(both)
  expect(sent[1]!.key).toMatch(/.{8}/)
  expect(unmergedLines()).toBeUndefined()
})

test('a change of an item that was not merged yet is made to the line it becomes [bag.17] [bag.18]', async () => {
  respondWith((id) => (id === 'saree' ? fail() : added()))
  await logIn()
  const sareeLine = aCartLine({ _id: 'saree-line', productId: saree, size: 'Free' })
  const both = { ...merged, products: [...merged.products, sareeLine] }
  const sent = respondWith(() => Response.json({ success: true, result: both }))

  await updateLine(lineWith('local-2'), { quantity: 2 })

  expect(sent).toMatchObject([{ body: { productId: 'saree', size: 'Free' } }])
  expect(unmergedLines()).toBeUndefined()
  expect((await readEntries()).map(({ change }) => change)).toMatchObject([
    { type: 'cart.update', lineId: 'saree-line', to: { quantity: 2 } },
  ])
})

test('an item that cannot be merged now stays unchanged, and a message says so [bag.18]', async () => {
  respondWith((id) => (id === 'saree' ? fail() : added()))
  await logIn()

  const change = updateLine(lineWith('local-2'), { quantity: 2 })

  await expect(change).rejects.toMatchObject({
    msg: 'This item is still being added to your bag. Please try again in a moment.',
  })
  expect(unmergedLines()).toEqual(['local-2'])
})

test('unsent items stay in the bag, whatever the server returns for the others [bag.18]', async () => {
  respondWith(fail)
  await logIn()

  await resumeMerge('asha')
  await store.set(cartAtom, () => ({ products: [], totalAmount: noRupees }))

  expect(unmergedLines()).toEqual(['local-1', 'local-2'])
  expect(store.get(cartAtom).products).toHaveLength(2)
})

test('a change of the bag does not affect unmerged items [bag.18]', async () => {
  respondWith(fail)
  await logIn()

  await store.set(cartAtom, (cart) => ({ ...cart, products: [] }))

  expect(unmergedLines()).toEqual(['local-1', 'local-2'])
})

test('an unmerged item can be removed and is not added later [bag.18]', async () => {
  respondWith(fail)
  await logIn()

  await removeLine(lineWith('local-1'))

  expect(unmergedLines()).toEqual(['local-2'])
  expect(store.get(cartAtom).products).toHaveLength(1)
})

test('unmerged items of another customer are never sent [pwa.11]', async () => {
  respondWith(fail)
  await logIn()
  const sent = respondWith(added)

  await resumeMerge('ravi')

  expect(sent).toEqual([])
})

test('an interrupted merge continues with the same keys, so that nothing is duplicated [bag.18]', async () => {
  const sent = respondWith(added)
  const loggedIn = aUser()
  saveToken(loggedIn.token)
  await mergeCart(loggedIn)

  await mergeCart(loggedIn)

  expect(sent.slice(2)).toEqual(sent.slice(0, 2))

  // A new quantity is a new request, because the first one may have been applied under its key.
  await store.set(cartAtom, () => ({
    products: visitors.map((line) => ({ ...line, quantity: 4 })),
    totalAmount: noRupees,
  }))
  await mergeCart(loggedIn)
  const keys = sent.map(({ key }) => key)
  expect(keys[4]).not.toBe(keys[0])

  await store.set(cartAtom, () => ({
    products: visitors.map((line) => ({ ...line, quantity: 4, trialSize: 'L' })),
    totalAmount: noRupees,
  }))
  await mergeCart(loggedIn)
  expect(sent[6]?.key).not.toBe(sent[4]?.key)
})

test('no customer sees another’s bag [pwa.11] [login.7]', () => {
  saveSession(aUser())
  expect(store.get(cartAtom).products).toEqual([])

  clearSession()
  expect(store.get(cartAtom).products).toHaveLength(2)
})

import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { noRupees } from '#contract/money.ts'
import { forgetPersisted } from '#platform/persistedAtom.ts'
import { forgetUser, keepToken, signIn } from '#platform/session.ts'
import { aCartLine, aProduct, aUser, rupees } from '#tests/support/builders.ts'
import { cartAtom } from './cartAtom.ts'
import { mergeCart } from './mergeCart.ts'

const store = getDefaultStore()
const saree = aProduct({ _id: 'saree', name: 'Silk saree', size: ['Free'], stock: { Free: 1 } })
const visitors = [
  aCartLine({ _id: 'local-1', quantity: 2 }),
  aCartLine({ _id: 'local-2', productId: saree, size: 'Free' }),
]
const merged = {
  products: [aCartLine({ _id: 'of-the-server', quantity: 5 })],
  totalAmount: rupees(4995),
}
const gone = { success: false, code: 'out_of_stock', msg: 'Size Free is sold out' }

beforeEach(async () => {
  await forgetPersisted()
  await store.set(cartAtom, () => ({ products: visitors, totalAmount: noRupees }))
})
afterEach(forgetUser)

test("a visitor's bag goes into the account, and what could not be kept is named [bag.18]", async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = (await request.json()) as { productId: string }
    sent.push([request.headers.get('Authorization'), body])
    return body.productId === 'saree'
      ? Response.json(gone, { status: 409 })
      : Response.json({ success: true, result: merged })
  })
  const signedIn = aUser()
  keepToken(signedIn.token)

  const lost = await mergeCart(signedIn)
  signIn(signedIn)

  expect(sent[0]).toEqual([
    'Bearer token-of-asha',
    { userId: 'asha', productId: 'blue-kurta', size: 'M', quantity: 2 },
  ])
  expect(lost).toEqual(['Amodra Silk saree, size Free'])
  expect(store.get(cartAtom)).toEqual(merged)
})

test("nobody sees another one's bag [pwa.11] [login.7]", () => {
  signIn(aUser())
  expect(store.get(cartAtom).products).toEqual([])

  forgetUser()
  expect(store.get(cartAtom).products).toHaveLength(2)
})

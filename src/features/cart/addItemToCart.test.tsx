import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { addItemToCart } from './cart.ts'
import { cartAtom } from './cartAtom.ts'
import { removeLine, updateLine } from './cartChanges.ts'

beforeEach(() => clearPersisted())
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

/** Adds a blue kurta in M to the bag; returns the requests. */
async function add(trialSize?: string) {
  const sent: unknown[] = []
  const result = { products: [aCartLine()], totalAmount: 999 }
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([new URL(request.url).pathname, await request.json()])
    return Response.json({ success: true, result }, { headers: { 'x-api': '1' } })
  })
  await addItemToCart(aProduct(), 'M', trialSize)
  return sent
}

test('one item of the chosen size is sent, for Standard delivery [product.3]', async () => {
  saveSession(aUser())

  expect(await add()).toEqual([
    [
      '/api/cart/add',
      {
        userId: 'asha',
        productId: 'blue-kurta',
        size: 'M',
        quantity: 1,
        purchaseType: 'Standard',
      },
    ],
  ])
})

test('a chosen trial size is sent too [bag.6] [product.3]', async () => {
  saveSession(aUser())

  expect(await add('L')).toMatchObject([
    ['/api/cart/add', { size: 'M', purchaseType: 'Standard', trialSize: 'L' }],
  ])
})

test('in a Try & Buy bag it is Try & Buy too: a bag has one purchase type [product.3] [bag.7] [bag.18]', async () => {
  const store = getDefaultStore()
  const tried = aCartLine({
    productId: aProduct({ _id: 'red-kurta' }),
    purchaseType: 'Try and Buy',
    trialSize: 'L',
  })
  await store.set(cartAtom, (cart) => ({ ...cart, products: [tried] }))

  expect(await add()).toEqual([])

  expect(store.get(cartAtom).products.map(({ purchaseType }) => purchaseType)).toEqual([
    'Try and Buy',
    'Try and Buy',
  ])
})

test('the same size again, after the first was changed, is a new line [bag.17] [bag.18]', async () => {
  const kurta = aProduct({ stock: { M: 5, L: 5 } })
  await addItemToCart(kurta, 'M')
  const [first] = getDefaultStore().get(cartAtom).products
  await updateLine(first!, { size: 'L' })
  await addItemToCart(kurta, 'M')

  await removeLine(first!)

  expect(getDefaultStore().get(cartAtom).products).toMatchObject([{ size: 'M', quantity: 1 }])
})

test('what cannot be added is refused with its reason, before anything is sent [bag.17] [product.3]', async () => {
  const cases = [
    { stock: { M: 1 }, text: 'Only 1 left in size M' },
    { stock: { M: 9 }, quantity: 8, text: 'You can buy up to 8 of each size' },
    { stock: { M: 0 }, text: 'Size M is sold out' },
  ]
  for (const user of [undefined, aUser()]) {
    if (user) saveSession(user)
    for (const { stock, quantity = 1, text } of cases) {
      const product = aProduct({ stock })
      const line = aCartLine({ productId: product, quantity })
      await getDefaultStore().set(cartAtom, (cart) => ({ ...cart, products: [line] }))
      const sent = vi.fn()
      vi.stubGlobal('fetch', sent)

      await expect(addItemToCart(product, 'M')).rejects.toThrow(text)

      expect(getDefaultStore().get(cartAtom).products).toMatchObject([{ quantity }])
      expect(sent).not.toHaveBeenCalled()
    }
  }
})

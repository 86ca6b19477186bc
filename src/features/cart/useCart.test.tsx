import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { get, update } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Cart } from '#contract/cart/cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aUser, rupees } from '#tests/support/shopper/builders.ts'
import { addItemToCart, useCart } from './cart.ts'
import { cartAtom } from './cartAtom.ts'
import { updateLine } from './cartChanges.ts'

const cartOf = (quantity: number) => ({
  products: [aCartLine({ quantity })],
  totalAmount: rupees(999 * quantity),
})

/** The last change of a line, until it has a response. */
let changing: Promise<unknown>

/** A bag with one line and two actions on it. */
function CartView() {
  const { lines, totalAmount } = useCart()
  const add = (product: Product) => void addItemToCart(product, 'M')
  const [line] = lines
  const quantity = line?.quantity ?? 0
  return (
    <>
      <p>
        {quantity} for {totalAmount}
      </p>
      <button
        onClick={() => {
          if (!line) return
          changing = updateLine(line, { quantity: quantity + 1 }).catch(() => undefined)
        }}
      >
        One more
      </button>
      <button onClick={() => add(aProduct())}>Add</button>
      <button
        onClick={() => {
          add(aProduct())
          add(aProduct({ _id: 'other' }))
        }}
      >
        Add two
      </button>
    </>
  )
}

type Respond = (request: Request) => Promise<Response> | Response

function show(respond: Respond) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request.method)
    return respond(request)
  })
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <CartView />
    </SWRConfig>,
  )
  return requests
}

const cartResponse = (quantity: number) =>
  Response.json(
    { success: true, status: 200, result: cartOf(quantity) },
    { headers: { 'x-api': '1' } },
  )
const shown = () => screen.getByText(/ for /).textContent

beforeEach(() => clearPersisted())
afterEach(() => {
  clearSession()
  vi.useRealTimers()
})

test('two quick taps end with the second value and never show the first again [bag.19] [bag.5]', async () => {
  saveSession(aUser())
  const pending: (() => void)[] = []
  show(async (request) => {
    if (request.method === 'GET') return cartResponse(1)
    const { quantity } = (await request.json()) as { quantity: number }
    await new Promise<void>((responded) => pending.push(responded))
    return cartResponse(quantity)
  })
  await screen.findByText('1 for 999')

  await userEvent.click(screen.getByText('One more'))
  await userEvent.click(screen.getByText('One more'))
  expect(shown()).toBe('3 for 2997')
  await waitFor(() => expect(pending).toHaveLength(1))
  pending[0]?.()
  await waitFor(() => expect(pending).toHaveLength(2))
  expect(shown()).toBe('3 for 2997')
  pending[1]?.()

  await waitFor(() => expect(getDefaultStore().get(cartAtom).products[0]?.quantity).toBe(3))
  expect(shown()).toBe('3 for 2997')
})

test.for([
  ['arrives', () => cartResponse(2)],
  [
    'is an error',
    () => Response.json({ success: false, code: 'unexpected', msg: 'No' }, { status: 500 }),
  ],
] as const)(
  'a logout during a change leaves no bag behind when the response %s [login.6] [pwa.11]',
  async ([, respond]) => {
    saveSession(aUser())
    let respondNow = () => {}
    const later = new Promise<Response>((resolve) => (respondNow = () => resolve(respond())))
    show(({ method }) => (method === 'GET' ? cartResponse(1) : later))
    await waitFor(() => expect(shown()).toMatch(/^1 for/))
    await userEvent.click(screen.getByText('One more'))

    clearSession()
    await clearPersisted()
    respondNow()
    await act(() => changing)

    expect(shown()).toBe('0 for 0')
    expect(await get('cart')).toBeUndefined()
  },
)

test("a customer's change shows within the tap, so that a radio button never jumps back [bag.7] [bag.19]", async () => {
  saveSession(aUser())
  show(({ method }) => (method === 'GET' ? cartResponse(1) : new Promise<Response>(() => {})))
  await screen.findByText('1 for 999')

  act(() => screen.getByText('One more').click())

  expect(shown()).toBe('2 for 1998')
})

test('a guest’s item is added on the device; adding it again increases the quantity [product.3] [bag.17] [bag.18]', async () => {
  const requests = show(() => Response.error())

  await userEvent.click(screen.getByText('Add'))
  await userEvent.click(screen.getByText('Add'))

  expect(shown()).toBe('2 for 1998')
  expect(requests).toEqual([])
})

test('the bag is polled every 50 seconds while the page is visible [bag.15]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  saveSession(aUser())
  const requests = show(() => cartResponse(1))
  await screen.findByText('1 for 999')
  expect(requests).toHaveLength(1)

  await act(() => vi.advanceTimersByTimeAsync(50_500))
  expect(requests).toHaveLength(2)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(() => vi.advanceTimersByTimeAsync(120_000))

  expect(requests).toHaveLength(2)
})

test('a guest’s bag contains all items added at once or in another tab [bag.17]', async () => {
  show(() => Response.error())
  const storedProductIds = () =>
    getDefaultStore()
      .get(cartAtom)
      .products.map(({ productId }) => productId._id)
  await userEvent.click(screen.getByText('Add two'))
  expect(storedProductIds()).toEqual([aProduct()._id, 'other'])

  await waitFor(async () =>
    expect((await get<{ cart: Cart }>('cart'))?.cart.products).toHaveLength(2),
  )

  // Another tab writes to the same storage.
  const otherTabLine = aCartLine({ _id: 'there', productId: aProduct({ _id: 'there' }) })
  await update('cart', (stored: { cart: Cart } | undefined) => ({
    cart: { ...cartOf(1), products: [...(stored?.cart.products ?? []), otherTabLine] },
  }))
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(storedProductIds()).toContain('there'))
  await update('cart', (stored: { cart: Cart } | undefined) => ({
    cart: { ...cartOf(1), products: stored?.cart.products.slice(1) ?? [] },
  }))
  await userEvent.click(screen.getByText('Add'))

  await waitFor(() => expect(storedProductIds()).toEqual(['other', 'there', aProduct()._id]))
})

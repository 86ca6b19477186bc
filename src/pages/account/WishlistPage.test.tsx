import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { Product } from '#contract/catalogue/product.ts'
import { wishlistResponseAtom, wishlistAtom } from '#features/wishlist/wishlistAtom.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { clearSession, showAuthModalAtom, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import WishlistPage from './WishlistPage.tsx'

const wishlistOf = (...products: Product[]) => ({
  products: products.map((product) => ({ productId: product })),
})

const show = (responses: Record<string, unknown>) =>
  renderInStore(
    <>
      <WishlistPage />
      <Toasts />
    </>,
    { at: '/wishlist', responses },
  )

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
})
afterEach(() => {
  getDefaultStore().set(showAuthModalAtom, false)
  clearSession()
})

test('two placeholder cards are shown while the wishlist loads [wish.1]', async () => {
  show({ 'wishlist/view': wishlistOf() })
  expect(screen.getByRole('heading', { name: 'Wishlist' })).toBeVisible()
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(2)

  expect(
    await screen.findByRole('heading', { name: 'You have no items in wishlist' }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/')
})

test('on a wide screen there are four placeholder cards [wish.1]', () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue(
    Object.assign(matchMedia('(width >= 56.25em)'), { matches: true }),
  )

  show({ 'wishlist/view': wishlistOf() })

  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(4)
})

test('a wishlist emptied offline is shown as empty, not as not saved [wish.3] [pwa.7]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isLost = false
  show({
    'wishlist/view': () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return wishlistOf(aProduct())
    },
    healthz: () => {
      if (isLost) throw new TypeError('Failed to fetch')
    },
  })
  await screen.findByRole('article')

  isLost = true
  // Data is not read again within two seconds.
  await act(() => vi.advanceTimersByTimeAsync(2500))
  await act(() => getDefaultStore().set(wishlistAtom, () => ({ ids: [], lines: [] })))
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(getDefaultStore().get(connectivityAtom).status).not.toBe('online'))

  expect(screen.getByRole('heading', { name: 'You have no items in wishlist' })).toBeVisible()

  // Restores the connection for the next test.
  isLost = false
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(getDefaultStore().get(connectivityAtom).status).toBe('online'))
})

test.each([
  [[aProduct()], /^Prices from .+ They may have changed/],
  [[], 'You have no items in wishlist'],
])(
  'a wishlist that fails to load shows the stored items, even if there are none [wish.3] [pwa.7]',
  async (products, text) => {
    const wishlist = {
      ids: products.map(({ _id }) => _id),
      lines: wishlistOf(...products).products,
    }
    await getDefaultStore().set(wishlistResponseAtom, wishlist)
    const failedFetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))

    show({ 'wishlist/view': failedFetch })

    await waitFor(() => expect(failedFetch).toHaveBeenCalled())
    expect(await screen.findByText(text)).toBeVisible()
  },
)

test('a customer without a wishlist has an empty one [wish.3]', async () => {
  const none = { success: false, code: 'not_found', msg: 'Wishlist not found' }
  const headers = { 'x-api': '1' }
  show({ 'wishlist/view': () => Response.json(none, { status: 404, headers }) })

  expect(
    await screen.findByRole('heading', { name: 'You have no items in wishlist' }),
  ).toBeVisible()
})

test('products are counted and can be removed [wish.1] [wish.3]', async () => {
  const silk = aProduct({ _id: 'silk-saree', name: 'Silk saree' })
  const { requests } = show({
    'wishlist/view': wishlistOf(silk, aProduct()),
    'wishlist/remove/silk-saree': {},
  })
  expect(await screen.findByText('2 items')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Remove Silk saree from wishlist' }))

  expect(await screen.findByText('1 item')).toBeVisible()
  expect(screen.queryByText('Silk saree')).toBeNull()
  await waitFor(() => expect(requests).toContain('wishlist/remove/silk-saree'))
})

test('sold-out products cannot be moved [wish.2]', async () => {
  show({ 'wishlist/view': wishlistOf(aProduct({ stock: { S: 0, M: 0, L: 0 } })) })

  expect(await screen.findByText('Sold Out')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Move to cart' })).toBeNull()
})

test('moving to the bag asks for a size in stock [wish.2]', async () => {
  let respond: (response: object) => void = () => undefined
  const moving = new Promise<object>((resolve) => (respond = resolve))
  const { requests } = show({
    'wishlist/view': wishlistOf(aProduct({ stock: { S: 0, M: 5, L: 5 } })),
    'wishlist/move-to-cart/blue-kurta': () => moving,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Move to cart' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Select Size' }))
  expect(dialog.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  expect(dialog.getByRole('radio', { name: /^S/ })).toBeDisabled()

  await userEvent.click(dialog.getByRole('radio', { name: 'M' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add to Cart' }))

  expect(dialog.getByRole('button', { name: 'Adding to Cart...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(screen.getByText('Moving to cart...')).toBeInTheDocument()
  respond({})
  expect(
    await screen.findByRole('heading', { name: 'You have no items in wishlist' }),
  ).toBeVisible()
  expect(requests.filter((path) => path.startsWith('cart/view')).length).toBeGreaterThan(1)
})

test('a product that the store refuses to move stays [wish.2]', async () => {
  show({ 'wishlist/view': wishlistOf(aProduct()) })
  await userEvent.click(await screen.findByRole('button', { name: 'Move to cart' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Select Size' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'M' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add to Cart' }))

  expect(await screen.findByText('Not here')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Move to cart' })).toBeVisible()
})

test('offline a product stays with its chosen size for another try [wish.2]', async () => {
  let isDown = true
  show({
    'wishlist/view': wishlistOf(aProduct()),
    'wishlist/move-to-cart/blue-kurta': () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return {}
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Move to cart' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Select Size' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'M' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add to Cart' }))

  expect(
    await screen.findByText(
      'We couldn’t move this item to your bag. Please check your connection and try again.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByRole('article')).toBeInTheDocument()
  expect(dialog.getByRole('radio', { name: 'M' })).toBeChecked()

  isDown = false
  await userEvent.click(dialog.getByRole('button', { name: 'Add to Cart' }))
  expect(
    await screen.findByRole('heading', { name: 'You have no items in wishlist' }),
  ).toBeVisible()
})

test('without a response moving ends after six seconds, and a retry cannot move it twice [wish.2] [pwa.12]', async () => {
  let limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit.signal)
  onTestFinished(() => timeout.mockRestore())
  const sent: Request[] = []
  show({ 'wishlist/view': wishlistOf(aProduct()) })
  await userEvent.click(await screen.findByRole('button', { name: 'Move to cart' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Select Size' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'M' }))
  const store = globalThis.fetch
  vi.stubGlobal('fetch', (request: Request | string) => {
    if (typeof request === 'string' || !request.url.includes('move-to-cart')) return store(request)
    sent.push(request)
    return new Promise((_, refuse) =>
      request.signal.addEventListener('abort', () => refuse(request.signal.reason as Error)),
    )
  })

  await userEvent.click(dialog.getByRole('button', { name: 'Add to Cart' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  limit.abort(new DOMException('Timed out', 'TimeoutError'))

  expect(timeout).toHaveBeenCalledWith(6000)
  expect(await screen.findByText(/^We couldn’t move this item to your bag/)).toBeInTheDocument()
  limit = new AbortController()
  await userEvent.click(await dialog.findByRole('button', { name: 'Add to Cart' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

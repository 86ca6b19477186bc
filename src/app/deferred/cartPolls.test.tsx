import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import CartPage from '#pages/cart/CartPage.tsx'
import { aCartLine, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { DeferredDialogs } from './DeferredDialogs.tsx'

const cart = { products: [aCartLine()], totalAmount: 999 }
const responses = { 'cart/view/asha': cart, 'wishlist/viewWishlistProductIds': undefined }
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const countOf = (requests: string[]) => requests.filter((path) => path === 'cart/view/asha').length

function hide(isHidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  await clearPersisted()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  clearSession()
})

test('the bag’s count is polled every 10 s while the page is visible [bag.15]', async () => {
  saveSession(aUser())
  const { requests } = renderInStore(<DeferredDialogs />, { responses })
  await vi.waitFor(() => expect(countOf(requests)).toBe(1))

  await pass(9000)
  expect(countOf(requests)).toBe(1)
  await pass(1500)
  expect(countOf(requests)).toBe(2)

  hide(true)
  await pass(30_000)
  expect(countOf(requests)).toBe(2)
})

test('the bag is polled every 50 s [bag.15]', async () => {
  saveSession(aUser())
  const { requests } = renderInStore(<CartPage />, { at: '/cart', responses })
  await screen.findByRole('heading', { name: 'Items (1)' })
  const before = countOf(requests)

  await pass(48_000)
  expect(countOf(requests)).toBe(before)
  await pass(3000)
  expect(countOf(requests)).toBe(before + 1)
})

test('a guest’s bag is never requested [bag.15] [login.7]', async () => {
  const { requests } = renderInStore(<DeferredDialogs />, { responses })

  await pass(60_000)

  expect(countOf(requests)).toBe(0)
})

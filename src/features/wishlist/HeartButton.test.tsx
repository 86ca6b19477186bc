import { dropAfterLogin, runAfterLogin } from '#platform/session/afterLogin.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearSession, showAuthModalAtom, saveSession } from '#platform/session/session.ts'
import { flush } from '#features/outbox/outbox.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { HeartButton } from './HeartButton.tsx'
import { useWishlistIds } from './wishlist.ts'
import { wishlistAtom } from './wishlistAtom.ts'

function Heart() {
  useWishlistIds()
  return <HeartButton product={aProduct()} />
}

const mark = { headers: { 'x-api': '1' } }

/** A server with these products in the wishlist, which accepts changes unless it `refuses`. */
function show(ids: string[], refuses = false) {
  const sent: string[] = []
  const server = { hasLine: true, reads: 0, wishlistIds: ids, responding: Promise.resolve() }
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!server.hasLine) throw new TypeError('Failed to fetch')
    if (request.method === 'GET') {
      server.reads += 1
      return Response.json({ success: true, allProductIds: server.wishlistIds }, mark)
    }
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    await server.responding
    if (refuses)
      return Response.json(
        { success: false, code: 'not_found', msg: 'Gone' },
        { status: 404, ...mark },
      )
    server.wishlistIds = request.method === 'POST' ? ['blue-kurta'] : []
    return Response.json({ success: true }, mark)
  })
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Heart />
      <Toasts />
    </SWRConfig>,
  )
  return Object.assign(sent, { server })
}

const filled = () => screen.findByRole('button', { name: 'Remove Blue kurta from wishlist' })
const empty = () => screen.findByRole('button', { name: 'Add Blue kurta to wishlist' })

beforeEach(() => clearPersisted())
afterEach(() => {
  getDefaultStore().set(showAuthModalAtom, false)
  dropAfterLogin()
  clearSession()
})

test('the heart of a wishlist product is filled, and a tap removes it [wish.3]', async () => {
  saveSession(aUser())
  const sent = show(['blue-kurta'])

  await userEvent.click(await filled())

  expect(await empty()).toBeVisible()
  await waitFor(() => expect(sent.slice()).toEqual(['DELETE /api/wishlist/remove/blue-kurta']))
})

test('a tap adds a product [wish.3]', async () => {
  saveSession(aUser())
  const sent = show([])

  await userEvent.click(await empty())

  expect(await filled()).toBeVisible()
  await waitFor(() => expect(sent.slice()).toEqual(['POST /api/wishlist/add']))
})

test.for([
  { ids: [], is: empty, sentence: 'Product could not be added to wishlist!' },
  { ids: ['blue-kurta'], is: filled, sentence: 'Product could not be removed from wishlist!' },
])('a refused change is reverted: $sentence [wish.3]', async ({ ids, is, sentence }) => {
  saveSession(aUser())
  show(ids, true)

  await userEvent.click(await is())

  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(await is()).toBeVisible()
})

test('a guest has to log in, and then the tapped heart is filled [wish.3]', async () => {
  const sent = show([])
  await userEvent.click(await empty())
  expect(await screen.findByText('Please login to add to wishlist')).toBeInTheDocument()
  expect(getDefaultStore().get(showAuthModalAtom)).toBe(true)
  expect(sent.slice()).toEqual([])

  saveSession(aUser())
  await runAfterLogin()

  expect(await filled()).toBeVisible()
  expect(sent.slice()).toEqual(['POST /api/wishlist/add'])
})

test('an abandoned login adds nothing after a later one [wish.3]', async () => {
  const sent = show([])
  await userEvent.click(await empty())
  await waitFor(() => expect(getDefaultStore().get(showAuthModalAtom)).toBe(true))

  dropAfterLogin()
  saveSession(aUser())
  await runAfterLogin()

  expect(await empty()).toBeVisible()
  expect(sent.slice()).toEqual([])
})

test('no customer sees another’s wishlist [wish.3] [safe.2]', async () => {
  saveSession(aUser())
  show(['blue-kurta'])
  expect(await filled()).toBeVisible()

  clearSession()

  expect(await empty()).toBeVisible()
})

test('a late refusal after a logout does not affect the next customer [wish.3] [safe.2] [pwa.11]', async () => {
  saveSession(aUser())
  const sent = show(['blue-kurta'], true)
  await filled()
  let respond = () => {}
  Object.assign(sent.server, {
    wishlistIds: [],
    responding: new Promise<void>((say) => (respond = say)),
  })
  await userEvent.click(await filled())
  await waitFor(() => expect(sent).toHaveLength(1))

  clearSession()
  await clearPersisted()
  saveSession(aUser({ _id: 'ravi' }))
  await waitFor(() => expect(sent.server.reads).toBe(2))
  respond()
  await act(() => flush())

  expect(getDefaultStore().get(wishlistAtom).ids).toEqual([])
})

test('offline taps are shown, stored, and sent once in order when the connection is back [wish.4] [pwa.13]', async () => {
  saveSession(aUser())
  const sent = show([])
  sent.server.hasLine = false

  await userEvent.click(await empty())
  expect(await screen.findByText(/We’ll keep trying to send it/)).toBeInTheDocument()
  await userEvent.click(await filled())
  await userEvent.click(await empty())
  expect(await filled()).toBeVisible()
  sent.server.hasLine = true
  observe({ kind: 'link', isUp: false, at: Date.now() })
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })

  const add = 'POST /api/wishlist/add'
  // The first change may have arrived; the other two cancel out.
  await waitFor(() => expect(sent.slice()).toEqual([add]))
  expect(await filled()).toBeVisible()
})

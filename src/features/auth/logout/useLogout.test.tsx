import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { keys, set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { expect, test, vi } from 'vitest'

import { brandsRead, pairingsRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { saveSession } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { memoryCaches } from '#tests/support/pages/memoryCaches.ts'
import { aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { outboxWith, wishlistAdd } from '#tests/support/shopper/outboxFixtures.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { isLogoutDialogOpenAtom, useConfirmedLogout } from './useLogout.ts'

function Out() {
  const signOut = useConfirmedLogout()
  return <button onClick={() => void signOut()}>Sign out</button>
}

test('a page that has read nothing yet leaves no data behind [login.6] [pwa.11]', async () => {
  saveSession(aUser())
  await set('receiver', { name: 'Meera', contactNumber: '9826041375' })
  await set('recent-searches', ['kurta'])
  await set('order-try', {})
  sessionStorage.setItem('user-address', 'Vijay Nagar')
  const { address } = renderInStore(<Out />, {
    at: '/account',
    responses: { 'user/logout': {} },
  })

  await userEvent.click(screen.getByText('Sign out'))

  await waitFor(() => expect(address()).toBe('/'))
  expect(await keys()).toEqual([])
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
})

test('with pending changes a logout asks first and ends nothing [login.6] [pwa.13]', async () => {
  saveSession(aUser())
  const store = getDefaultStore()
  await store.set(outboxAtom, outboxWith({ change: wishlistAdd }))
  const { requests, address } = renderInStore(<Out />, { at: '/account' })

  await userEvent.click(screen.getByText('Sign out'))

  await waitFor(() => expect(store.get(isLogoutDialogOpenAtom)).toBe(true))
  expect([localStorage.getItem(storageKeys.token) !== null, requests, address()]).toEqual([
    true,
    [],
    '/account',
  ])
  store.set(isLogoutDialogOpenAtom, false)
  await clearPersisted()
})

test('searches and opened pages are deleted at once, and public data stays [login.6] [pwa.11]', async () => {
  saveSession(aUser())
  const caches = memoryCaches()
  vi.stubGlobal('caches', caches)
  const stored = {
    products: '/api/products/kurta',
    filters: '/api/products/get-filters?search=kurta',
    images: '/photos/kurta.webp',
    lists: '/api/brands',
    shell: '/shells/page',
  }
  for (const [name, path] of Object.entries(stored))
    await (await caches.open(name)).put(path, new Response())
  const neverResponds = () => new Promise(() => {})
  renderInStore(<Out />, { at: '/account', responses: { 'user/logout': neverResponds } })

  await userEvent.click(screen.getByText('Sign out'))

  await waitFor(async () => expect(await caches.keys()).toEqual(['lists', 'shell']))
})

test('without a response it continues after three seconds [login.6]', async () => {
  saveSession(aUser())
  const timeLimit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
  const hangs = () =>
    new Promise((_, refuse) => signals[0]?.addEventListener('abort', () => refuse(new Error())))
  const { requests, signals, address } = renderInStore(<Out />, {
    at: '/account',
    responses: { 'user/logout': hangs },
  })
  await userEvent.click(screen.getByText('Sign out'))
  await waitFor(() => expect(requests).toEqual(['user/logout']))
  expect(localStorage.getItem(storageKeys.token)).not.toBeNull()

  timeLimit.abort()

  await waitFor(() => expect(address()).toBe('/'))
  expect(timeout).toHaveBeenCalledWith(3000)
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
})

function Reads() {
  const brands = useOptionalRead(brandsRead)?.result.data ?? []
  const pairings = useOptionalRead(pairingsRead('opened'))?.result.data ?? []
  return [...brands, ...pairings].map(({ _id, name }) => <p key={_id}>{name}</p>)
}

test('home keeps public data on a failing connection, but no opened pages [login.6] [home.1]', async () => {
  saveSession(aUser())
  const store = { isFailing: false }
  const unlessFailing = (result: unknown) => () =>
    store.isFailing ? Promise.reject(new TypeError('No connection')) : result
  const { address } = renderInStore(
    <>
      <Reads />
      <Out />
    </>,
    {
      at: '/account',
      responses: {
        brands: unlessFailing({
          data: [{ _id: 'kori', name: 'Kori', photo: '/kori.svg', gender: [] }],
        }),
        'products/pair-it-with/opened': unlessFailing({ data: [aProduct({ name: 'Kurta' })] }),
      },
    },
  )
  expect(await screen.findByText('Kori')).toBeVisible()
  expect(await screen.findByText('Kurta')).toBeVisible()

  store.isFailing = true
  await userEvent.click(screen.getByText('Sign out'))

  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.getByText('Kori')).toBeVisible()
  expect(screen.queryByText('Kurta')).toBeNull()
})

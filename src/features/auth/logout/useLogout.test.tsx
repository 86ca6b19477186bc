import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { keys, set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import useSWR from 'swr'
import { expect, test, vi } from 'vitest'

import {
  brandsByIdRead,
  brandSearchRead,
  brandsRead,
  pairingsRead,
  premiumBrandsRead,
  type PublicReadName,
  publicReads,
  randomSubcategoriesRead,
  type Read,
  readOf,
} from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { saveSession } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'
import { aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { outboxWith, wishlistAdd } from '#tests/support/shopper/outboxFixtures.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { isLogoutDialogOpenAtom, useConfirmedLogout } from './useLogout.ts'

function Out() {
  const signOut = useConfirmedLogout()
  return <button onClick={() => void signOut()}>Sign out</button>
}

test('a page that has read nothing yet leaves no data behind [login.6] [pwa.11]', async () => {
  saveSession(aUser())
  await set('receiver', { name: 'Meera', contactNumber: '9826041375' })
  await set('recent-searches', ['kurta'])
  await set('checkout', {})
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
    products: ['/api/products/kurta', '/api/products/list?brand=kori', '/api/store'],
    filters: ['/api/products/get-filters?search=kurta'],
    images: ['/photos/kurta.webp'],
    lists: [
      '/api/brands',
      '/api/brands/getPremiumBrands?gender=men',
      '/api/brands?search=kori',
      '/api/brands?brand=kori&gender=men',
      '/api/brands/kori/page',
    ],
    terms: ['/api/tryBuyTerms/standardTerms'],
    shell: ['/shells/page'],
  }
  for (const [name, paths] of Object.entries(stored))
    for (const path of paths) await (await caches.open(name)).put(path, new Response())
  const left = async (name: string) =>
    (await (await caches.open(name)).keys()).map(({ url }) => url.replace(/^.*example/, ''))
  const neverResponds = () => new Promise(() => {})
  renderInStore(<Out />, { at: '/account', responses: { 'user/logout': neverResponds } })

  await userEvent.click(screen.getByText('Sign out'))

  await waitFor(async () =>
    expect(await caches.keys()).toEqual(['products', 'lists', 'terms', 'shell']),
  )
  await waitFor(async () => expect(await left('products')).toEqual(['/api/store']))
  expect(await left('lists')).toEqual(stored.lists.slice(0, 2))
  expect(await left('terms')).toEqual(stored.terms)
})

/** Shows the path of a read as long as its response is in memory. */
function StoredRead({ read }: { read: Read }) {
  return <p>{useSWR(read, ([, path]) => path).data}</p>
}

test('every read with the same response for all visitors stays in memory, no other does [login.6] [home.1]', async () => {
  const names = Object.keys(publicReads) as PublicReadName[]
  const shared = names.filter((name) => publicReads[name].isShared).map((name) => readOf(name))
  const visited = names
    .filter((name) => !publicReads[name].isShared)
    .map((name) => readOf(name, { params: { id: 'kurta', brandId: 'kori' }, query: { q: 'x' } }))
  const searched = [
    brandSearchRead('kori'),
    brandsByIdRead('kori'),
    premiumBrandsRead('MEN'),
    randomSubcategoriesRead('WOMEN'),
  ]
  const all = [...shared, ...visited, ...searched]
  saveSession(aUser())
  const { address } = renderInStore(
    <>
      {all.map((read) => (
        <StoredRead key={read[1]} read={read} />
      ))}
      <Out />
    </>,
    { at: '/account', responses: { 'user/logout': {} } },
  )
  const shown = () =>
    [...document.querySelectorAll('p')].map((row) => row.textContent).filter(Boolean)
  await waitFor(() => expect(shown()).toHaveLength(all.length))

  await userEvent.click(screen.getByText('Sign out'))
  await waitFor(() => expect(address()).toBe('/'))

  const stays = [...shared, ...searched.slice(2)].map(([, path]) => path)
  await waitFor(() => expect(shown()).toEqual(stays))
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

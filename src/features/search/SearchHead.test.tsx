import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { get } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'

import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { SearchHead } from './SearchHead.tsx'

beforeEach(clearPersisted)

const field = () => screen.getByRole('combobox', { name: 'Search' })
const recent = () => screen.findByRole('heading', { name: 'Recent searches' })

test('recent searches are listed, newest first, and a tap repeats one [search.1]', async () => {
  const { address } = renderInStore(<SearchHead isBlank />, { at: '/search' })
  await userEvent.type(field(), 'saree{Enter}')
  await userEvent.clear(field())
  await userEvent.type(field(), '  blue kurta {Enter}')
  await recent()

  const searches = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(searches).toEqual(['Clear', 'blue kurta', 'saree'])
  await userEvent.click(screen.getByRole('button', { name: 'saree' }))

  expect(address()).toBe('/search?q=saree')
})

test('recent searches are stored on the device until they are cleared [search.1]', async () => {
  renderInStore(<SearchHead isBlank />, { at: '/search' })
  await userEvent.type(field(), 'juttis{Enter}')
  await recent()
  await waitFor(async () => expect(await get('recent-searches')).toContain('juttis'))

  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))

  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  await waitFor(async () => expect(await get('recent-searches')).toEqual([]))
})

test('the empty search page shows trending searches [search.1]', async () => {
  renderInStore(<SearchHead isBlank />, {
    at: '/search',
    responses: { 'trending-searches': { data: ['blue kurta', 'red saree'] } },
  })

  expect(await screen.findByRole('heading', { name: 'Trending searches' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'blue kurta' })).toHaveAttribute(
    'href',
    '/search?q=blue%20kurta',
  )
})

test('there is no heading for trending searches while there are none [search.1]', async () => {
  const { requests } = renderInStore(<SearchHead isBlank />, {
    at: '/search',
    responses: { 'trending-searches': { data: [] } },
  })

  await waitFor(() => expect(requests).toContain('trending-searches'))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('categories do not wait for slow trending searches, and do not move [search.1]', async () => {
  const category = {
    ...{ _id: 'kurtas', name: 'Kurtas', slug: 'kurtas', title: '', photo: '', image: '' },
    ...{ gender: [{ name: 'MEN' }], subcategories: [] },
  }
  let respond: (result: object) => void = () => undefined
  renderInStore(<SearchHead isBlank />, {
    at: '/search',
    responses: {
      'categories/list': { data: [category] },
      'trending-searches': () => new Promise((resolve) => (respond = resolve)),
    },
  })

  await screen.findByRole('link', { name: /Kurtas/ }, { timeout: 3000 })
  respond({ data: ['blue kurta'] })

  await screen.findByRole('link', { name: 'blue kurta' })
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Popular categories', 'Trending searches'])
})

test('the empty search page leads to categories [search.1]', async () => {
  const categories = [
    {
      ...{ _id: 'kurtas', name: 'Kurtas', slug: 'kurtas', title: '', photo: '', image: '' },
      gender: [{ _id: 'men', name: 'MEN' }],
      subcategories: [],
    },
  ]
  renderInStore(<SearchHead isBlank />, {
    at: '/search',
    responses: { 'categories/list': { data: categories } },
  })

  const link = await screen.findByRole('link', { name: 'Kurtas Men' })
  expect(link).toHaveAttribute('href', '/collections?category=kurtas')
})

test('categories of the first document get their photos [search.1]', async () => {
  const kurtas = { _id: 'kurtas', name: 'Kurtas', slug: 'kurtas', title: '', photo: '' }
  const category = { ...kurtas, gender: [{ _id: 'men', name: 'MEN' }], subcategories: [] }
  const answers = [category, { ...category, photo: '/photos/kurta.svg' }]
  renderInStore(<SearchHead isBlank />, {
    at: '/search',
    responses: { 'categories/list': () => ({ data: [answers.shift()] }) },
  })

  const link = await screen.findByRole('link', { name: 'Kurtas Men' })
  await waitFor(() => expect(link.querySelector('img')).toHaveAttribute('src', '/photos/kurta.svg'))
})

test('the empty search page says what to search for, with the cursor in the field [search.1]', () => {
  renderInStore(<SearchHead isBlank />, { at: '/search' })

  expect(screen.getByText('Search for products, brands or colours.')).toBeVisible()
  expect(field()).toHaveFocus()
})

test('above results there is only the search field, without the focus [search.1]', () => {
  renderInStore(<SearchHead isBlank={false} />, { at: '/search?q=juttis' })

  expect(field()).toHaveValue('juttis')
  expect(field()).not.toHaveFocus()
  expect(screen.queryByText(/Search for|No results/)).toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('words without matches are named [search.1]', () => {
  renderInStore(<SearchHead isBlank={false} leftOut={['pajama', 'zzz']} />, {
    at: '/search?q=blue%20pajama%20zzz',
  })

  expect(
    screen.getByText(
      'No results for “pajama”, “zzz”. Showing results for the rest of your search.',
    ),
  ).toBeVisible()
})

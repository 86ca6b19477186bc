import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aProduct } from '#tests/support/shopper/builders.ts'
import CollectionsPage from './CollectionsPage.tsx'

const kurtas = { name: 'Kurtas', count: 12 }
const brand = {
  ...{ _id: 'amodra', name: 'Amodra', photo: '/images/amodra.svg', gender: [] },
  description: 'Kurtas from Indore. Made to last.',
  categories: [
    { ...kurtas, _id: 'w', gender: [{ name: 'WOMEN' }] },
    { ...kurtas, _id: 'm', gender: [{ name: 'MEN' }], count: 1 },
  ],
}
const filters = {
  ...{ size: ['M'], brands: [{ _id: 'amodra', name: 'Amodra' }], origins: [] },
  ...{ min_price: 279, max_price: 8950 },
}

function show(at: string, overrides: Record<string, unknown> = {}) {
  const data = [aProduct({ name: 'Blue kurta' })]
  const responses = {
    'products/list': { data, total: 1, nextCursor: null },
    'products/get-filters': filters,
    'categories/list': { data: [] },
    ...overrides,
  }
  return renderInStore(<CollectionsPage />, { at, responses })
}
const titles = () => screen.findAllByRole('heading', { level: 1 })

test('a brand’s page has its wordmark, its description, its best sellers and its categories [list.1]', async () => {
  show('/collections?brands=amodra', { 'brands/amodra/page': brand })

  expect(await screen.findByText(brand.description)).toBeVisible()
  const [title, ...others] = await titles()
  expect(title).toHaveTextContent('Amodra')
  expect(title?.querySelector('img')).toHaveAttribute('src', '/images/amodra.svg')
  expect(others).toEqual([])
  const links = within(screen.getByRole('navigation', { name: 'Shop Amodra' }))
  expect(links.getByRole('link', { name: 'Best sellers' })).toHaveAttribute(
    'href',
    '/collections?brands=amodra&sort=popular',
  )
  expect(links.getByRole('link', { name: 'Kurtas for women 12 items' })).toHaveAttribute(
    'href',
    '/collections?brands=amodra&category=w',
  )
  expect(links.getByRole('link', { name: 'Kurtas for men 1 item' })).toBeVisible()
})

test('says how old a list from storage is [pwa.7] [pwa.12]', async () => {
  const body = { success: true, result: { data: [aProduct()], total: 1, nextCursor: null } }
  const headers = { 'x-api': '1', 'x-sw-cache': 'stale', 'x-sw-age': '7300' }
  show('/collections?category=kurtas', { 'products/list': () => Response.json(body, { headers }) })

  expect(await screen.findByText(/^Prices from 2 hours ago\. They may have changed/)).toBeVisible()
})

test('a brand’s page for men names the men’s categories [list.1]', async () => {
  const shirts = { _id: 's', name: 'Shirts', count: 4, gender: [{ name: 'MEN' }] }
  const page = { ...brand, categories: [...brand.categories, shirts] }
  show('/collections?brands=amodra&gender=men', { 'brands/amodra/page': page })

  const links = within(await screen.findByRole('navigation', { name: 'Shop Amodra' }))
  expect(links.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Best sellers',
    'Kurtas 1 item',
    'Shirts 4 items',
  ])
})

test('an imported brand shows its name only [list.1]', async () => {
  const plain = { ...brand, photo: '', description: undefined, categories: [] }
  show('/collections?brands=amodra', { 'brands/amodra/page': plain })

  await screen.findByText('Blue kurta')
  expect((await titles()).map(({ textContent }) => textContent)).toEqual(['Amodra'])
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a brand’s page that fails to load is a plain list [list.1]', async () => {
  show('/collections?brands=amodra')

  await screen.findByText('Blue kurta')
  expect((await titles()).map(({ textContent }) => textContent)).toEqual(['Amodra'])
})

test('a brand without products for the filters says so once [list.5]', async () => {
  show('/collections?brands=amodra&size=M', {
    'brands/amodra/page': brand,
    'products/list': { data: [], total: 0, nextCursor: null },
  })

  expect(await screen.findByText('No items match these filters')).toBeVisible()
  expect(await titles()).toHaveLength(1)
})

test('a brand in a category or a search is a plain list [list.1] [search.1]', async () => {
  const { requests } = show('/collections?brands=amodra&category=w', {
    'brands/amodra/page': brand,
  })

  await screen.findByText('Blue kurta')
  expect(requests.filter((path) => path.startsWith('brands/'))).toEqual([])
})

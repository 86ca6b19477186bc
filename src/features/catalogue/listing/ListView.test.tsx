import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { startTransition } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { aProduct } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { ListView } from './ListView.tsx'
import { useProductList } from './productList.ts'

const filters = {
  size: ['S', 'M'],
  brands: [{ _id: 'amodra', name: 'Amodra' }],
  origins: ['India'],
  min_price: 279,
  max_price: 8950,
}
const named = (name: string) => aProduct({ _id: name, name })

function List() {
  const list = useProductList()
  return (
    <ListView
      list={list}
      title={list.title}
      countText={list.countText}
      searchText={list.params.q}
    />
  )
}

function show(at: string, respond: (path: string) => unknown) {
  const responses = {
    'products/list': respond,
    'products/get-filters': filters,
    'categories/list': { data: [] },
  }
  const page = (
    <main tabIndex={-1}>
      <List />
    </main>
  )
  return renderInStore(page, { at, responses })
}

test('a list shows the items of its URL and their number [list.1]', async () => {
  const { requests } = show('/collections?brands=amodra', () => ({
    data: [named('Blue kurta'), named('Red kurta')],
    total: 2,
    nextCursor: null,
  }))

  expect(await screen.findByRole('link', { name: 'Red kurta' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('2 items')
  expect(requests).toContain('products/list?brand=amodra')
})

test('a search shows the filters parsed from it, and a tap on one searches without it [search.1]', async () => {
  const { address } = show('/search?q=red%20saree%20under%201000', () => ({
    data: [named('Wine saree')],
    total: 1,
    nextCursor: null,
    understood: [
      { kind: 'category', label: 'Sarees', without: 'red under 1000' },
      { kind: 'price', label: 'Under ₹1,000', without: 'red saree' },
    ],
  }))
  const parts = await screen.findByRole('group', { name: 'Filters from your search' })
  expect(parts).toHaveTextContent('SareesUnder ₹1,000')

  await userEvent.click(screen.getByRole('button', { name: 'Remove Under ₹1,000 from the search' }))

  expect(address()).toBe('/search?q=red+saree')
})

test('sorting changes the URL and reloads the list [list.2] [list.3]', async () => {
  const { requests, address } = show('/collections?size=M', () => ({
    data: [named('Blue kurta')],
    total: 1,
    nextCursor: null,
  }))
  await screen.findByRole('link', { name: 'Blue kurta' })

  const [sort] = screen.getAllByRole('combobox', { name: 'Sort' })
  await userEvent.selectOptions(sort!, 'Price High to Low')

  expect(address()).toBe('/collections?size=M&sort=desc')
  await waitFor(() =>
    expect(requests).toContain('products/list?size=M&sortBy=discountedPrice&sortOrder=desc'),
  )
})

test('the next page comes below the first [list.4]', async () => {
  show('/collections?gender=men', (path) =>
    path.includes('cursor')
      ? { data: [named('Red kurta')], total: 2, nextCursor: null }
      : { data: [named('Blue kurta')], total: 2, nextCursor: 'more' },
  )

  expect(await screen.findByRole('link', { name: 'Red kurta' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Blue kurta' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('after ten pages a long list pauses for the "Load more" button and continues [list.4]', async () => {
  const pages = 11
  const at = (path: string) => Number(new URL(path, 'http://store').searchParams.get('cursor') ?? 1)
  show('/collections?gender=women', (path) => ({
    data: [named(`Kurta ${at(path)}`)],
    total: pages,
    nextCursor: at(path) < pages ? `${at(path) + 1}` : null,
  }))
  const last = await screen.findByRole('link', { name: `Kurta ${pages - 1}` })
  expect(screen.queryByRole('link', { name: `Kurta ${pages}` })).toBeNull()

  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))

  expect(last).toHaveFocus()
  expect(await screen.findByRole('link', { name: `Kurta ${pages}` })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a chip removes its filter [list.2]', async () => {
  const { address } = show('/collections?size=M&brands=amodra', () => ({
    data: [named('Blue kurta')],
    total: 1,
    nextCursor: null,
  }))

  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Size M' }))

  expect(address()).toBe('/collections?brands=amodra')
})

test('keyboard focus stays beside a removed chip, and goes to the page after the last [list.2] [a11y.1]', async () => {
  const { address } = show('/collections?category=kurtas&size=M&brands=amodra', () => ({
    data: [named('Blue kurta')],
    total: 1,
    nextCursor: null,
  }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Size M' }))
  const brand = await screen.findByRole('button', { name: 'Remove filter Amodra' })
  expect(brand).toHaveFocus()

  await userEvent.keyboard('{Enter}')

  expect(address()).toBe('/collections?category=kurtas')
  expect(screen.getByRole('main')).toHaveFocus()
})

test('without results there are no filters [list.5] [search.1]', async () => {
  show('/search?q=zzzzzqq', () => ({ data: [], total: 0, nextCursor: null }))

  expect(await screen.findByRole('heading', { name: 'No results for “zzzzzqq”' })).toBeVisible()
  expect(screen.getByText('Check the spelling or try a different search.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull()
  expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Sort' })).toBeNull()
})

test('an empty list says so and offers to clear the filters [list.5]', async () => {
  const { address } = show('/collections?category=kurtas&size=M', () => ({
    data: [],
    total: 0,
    nextCursor: null,
  }))

  expect(await screen.findByRole('heading', { name: 'No items match these filters' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))

  expect(address()).toBe('/collections?category=kurtas')
})

test('an empty list without filters links to all clothes [list.5]', async () => {
  show('/collections?category=gone', () => ({ data: [], total: 0, nextCursor: null }))

  expect(await screen.findByRole('link', { name: 'See all styles' })).toHaveAttribute(
    'href',
    '/collections',
  )
  expect(screen.getByRole('heading', { name: 'No items here right now' })).toBeVisible()
  expect(screen.queryByText(/filter|spelling/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

test('filters on a phone are tried out with their count, then applied [list.2]', async () => {
  const { address } = show('/collections?gender=women', (path) => ({
    data: [named('Blue kurta')],
    total: path.includes('size=M') ? 7 : 20,
    nextCursor: null,
  }))
  await screen.findByText('20 items')

  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const sheet = screen.getByRole('dialog', { name: 'Filters' })
  await userEvent.click([...sheet.querySelectorAll('button')].find((b) => b.textContent === 'M')!)
  expect(address()).toBe('/collections?gender=women')
  await userEvent.click(await screen.findByRole('button', { name: 'Show 7 items' }))

  expect(address()).toBe('/collections?gender=women&size=M')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a page that failed to load can be retried', async () => {
  let isDown = true
  show('/collections?brands=amodra,kori', (path) => {
    if (path.includes('cursor') && isDown) return 'nonsense'
    return path.includes('cursor')
      ? { data: [named('Red kurta')], total: 2, nextCursor: null }
      : { data: [named('Blue kurta')], total: 2, nextCursor: 'more-after-failure' }
  })

  expect(await screen.findByRole('alert')).toHaveTextContent('couldn’t load')
  expect(screen.getByRole('link', { name: 'Blue kurta' })).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('link', { name: 'Red kurta' })).toBeVisible()
})

test('a tapped filter and a chosen order show at once, also while the list still renders [list.2] [list.3]', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue(
    Object.assign(matchMedia('(width >= 56.25em)'), { matches: true }),
  )
  const { address } = show('/collections', () => ({
    data: [named('Blue kurta')],
    total: 1,
    nextCursor: null,
  }))
  const inStock = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'In stock' })
  // React finishes later transitions together with this one.
  let finish = () => {}
  const rendered = new Promise<void>((resolve) => (finish = resolve))
  onTestFinished(() => finish())
  startTransition(() => rendered)

  await userEvent.click(inStock)
  const [sort] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Sort' })
  await userEvent.selectOptions(sort!, 'Newest first')

  expect(inStock.checked).toBe(true)
  expect(sort!.value).toBe('newest')
  expect(screen.getByRole('button', { name: 'Remove filter In stock' })).toBeVisible()
  finish()
  await waitFor(() => expect(address()).toBe('/collections?inStock=true&sort=newest'))
  expect(inStock.checked).toBe(true)
})

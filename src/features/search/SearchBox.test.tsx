import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { SearchBox } from './SearchBox.tsx'

const many = ['One', 'Two', 'Three', 'Four', 'Five'].map((word) =>
  aProduct({ _id: word.toLowerCase(), name: `${word} kurta` }),
)
const responses = { 'products/elastic-search': { data: many } }

const field = () => screen.getByRole('combobox', { name: 'Search' })
const options = () => screen.findAllByRole('option')

afterEach(() => void vi.useRealTimers())

test('up to four products are suggested after a pause in typing [shell.7]', async () => {
  const { requests } = renderInStore(<SearchBox />, { responses })

  await userEvent.type(field(), 'kurta')

  expect(await options()).toHaveLength(4)
  expect(requests).toEqual(['products/elastic-search?search=kurta'])
})

test('suggestions are requested 300 ms after the last key, not before [shell.7]', async () => {
  vi.useFakeTimers()
  const { requests } = renderInStore(<SearchBox />, { responses })

  fireEvent.change(field(), { target: { value: 'kurta' } })
  await act(() => vi.advanceTimersByTimeAsync(299))
  expect(requests).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))

  expect(requests).toEqual(['products/elastic-search?search=kurta'])
})

test('an empty field requests no suggestions [shell.7] [search.1]', async () => {
  const { requests, address } = renderInStore(<SearchBox />, { responses })

  await userEvent.type(field(), '   {Enter}')
  await userEvent.type(field(), '{Backspace}{Backspace}{Backspace}k')
  await options()

  expect(requests).toEqual(['products/elastic-search?search=k'])
  expect(address()).toBe('/')
})

test('typing on aborts the previous request [shell.7]', async () => {
  const { signals } = renderInStore(<SearchBox />, {
    responses: { 'products/elastic-search': () => new Promise(() => undefined) },
  })
  await userEvent.type(field(), 'kur')
  await waitFor(() => expect(signals).toHaveLength(1))

  await userEvent.type(field(), 'ta')

  await waitFor(() => expect(signals).toHaveLength(2))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('searches and brands come before the products, and lead to their lists [shell.7]', async () => {
  const terms = [
    { kind: 'category', text: 'Kurtas', path: '/search?q=Kurtas' },
    { kind: 'brand', text: 'Kurta House', path: '/collections?brands=kurta-house' },
  ]
  const { address } = renderInStore(<SearchBox />, {
    responses: { 'products/elastic-search': { data: many, terms } },
  })
  await userEvent.type(field(), 'kurta')
  const shown = await options()
  expect(shown.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    'Kurtas',
    'Kurta HouseBrand',
    expect.stringContaining('One kurta'),
  ])

  await userEvent.click(shown[1]!)
  expect(address()).toBe('/collections?brands=kurta-house')

  await userEvent.clear(field())
  await userEvent.type(field(), 'kurtas')
  await options()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe('/search?q=Kurtas')
})

test('a click opens the product [shell.7]', async () => {
  const { address } = renderInStore(<SearchBox />, { responses })
  await userEvent.type(field(), 'kurta')

  await userEvent.click((await options())[1]!)

  expect(address()).toBe('/products/two')
})

test('arrow keys move through the suggestions, and Enter opens one [shell.7] [a11y.1]', async () => {
  const { address } = renderInStore(<SearchBox />, { responses })
  await userEvent.type(field(), 'kurta')
  const shown = await options()

  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(shown[1]).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', shown[1]!.id)
  await userEvent.keyboard('{Enter}')

  expect(address()).toBe('/products/two')
})

test('arrow keys wrap around through the field [a11y.1]', async () => {
  renderInStore(<SearchBox />, { responses })
  await userEvent.type(field(), 'kurta')
  const shown = await options()

  await userEvent.keyboard('{ArrowUp}')
  expect(shown[3]).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')

  expect(field()).not.toHaveAttribute('aria-activedescendant')
})

test('Enter without a selected suggestion searches for the typed words [search.1]', async () => {
  const { address } = renderInStore(<SearchBox />, { responses })

  await userEvent.type(field(), 'blue kurta{Enter}')

  expect(address()).toBe('/search?q=blue%20kurta')
})

test('“All results” searches for the typed words [shell.7]', async () => {
  const { address } = renderInStore(<SearchBox />, { responses })
  await userEvent.type(field(), ' kurta ')
  await options()

  await userEvent.click(screen.getByRole('button', { name: 'All results for “kurta”' }))

  expect(address()).toBe('/search?q=kurta')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
})

test('a suggestion shows brand, name and price, with the typed words highlighted [shell.7]', async () => {
  const product = aProduct({ name: 'Blue kurta', discountedPrice: rupees(1299) })
  renderInStore(<SearchBox />, { responses: { 'products/elastic-search': { data: [product] } } })

  await userEvent.type(field(), 'kurta')

  const [option] = await options()
  expect(option).toHaveTextContent(`${product.brand.name}Blue kurta₹1,299`)
  expect(option!.querySelector('mark')).toHaveTextContent(/^kurta$/)
})

test('typing on clears the selected suggestion, so that Enter searches [shell.7] [a11y.1]', async () => {
  const { address } = renderInStore(<SearchBox />, { responses })
  await userEvent.type(field(), 'kurt')
  await options()

  await userEvent.keyboard('{ArrowDown}a')
  expect(field()).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{Enter}')

  expect(address()).toBe('/search?q=kurta')
})

test('the field announces its list of suggestions to screen readers [a11y.1]', async () => {
  renderInStore(<SearchBox />, { responses })
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(field()).not.toHaveAttribute('aria-controls')

  await userEvent.type(field(), 'kurta')
  await options()

  expect(field()).toHaveAttribute('aria-expanded', 'true')
  const list = screen.getByRole('listbox', { name: 'Suggestions' })
  expect(field()).toHaveAttribute('aria-controls', list.id)
})

test('moving on with the Tab key closes the suggestions below the header [shell.7] [a11y.1]', async () => {
  renderInStore(
    <>
      <SearchBox />
      <button>Bag</button>
    </>,
    { responses },
  )
  await userEvent.type(field(), 'kurta')
  await options()

  await userEvent.tab()
  expect(screen.getByRole('button', { name: /^All results/ })).toHaveFocus()
  expect(screen.getAllByRole('option')).toHaveLength(4)
  await userEvent.tab()

  expect(screen.getByRole('button', { name: 'Bag' })).toHaveFocus()
  expect(screen.queryByRole('option')).toBeNull()
})

test('suggestions stay on the search page when its field loses focus [search.1]', async () => {
  renderInStore(
    <>
      <SearchBox look="page" />
      <button>Bag</button>
    </>,
    { responses },
  )
  await userEvent.type(field(), 'kurta')
  await options()

  await userEvent.tab()
  await userEvent.tab()

  expect(screen.getAllByRole('option')).toHaveLength(4)
})

test('the keyboard closes once a search is sent, and the suggestions with it [search.1]', async () => {
  renderInStore(<SearchBox look="page" />, { at: '/search', responses })
  await userEvent.type(field(), 'kurta')
  await options()

  await userEvent.keyboard('{Enter}')

  expect(field()).not.toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
})

test('Escape closes the suggestions and keeps the typed words [shell.7] [a11y.1]', async () => {
  renderInStore(<SearchBox />, { responses })
  await userEvent.type(field(), 'kurta')
  await options()

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(field()).toHaveValue('kurta')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})

test('on the search page the field shows the query [search.1]', () => {
  renderInStore(<SearchBox />, { at: '/search?q=juttis', responses })

  expect(field()).toHaveValue('juttis')
})

test('on the search page a query without suggestions says so, once the response is there [search.1]', async () => {
  renderInStore(<SearchBox look="page" />, {
    responses: {
      'products/elastic-search': (path: string) => ({ data: path.includes('zzzz') ? [] : many }),
    },
  })
  await userEvent.type(field(), 'kurta')
  await options()
  expect(screen.queryByRole('status')).toBeNull()

  await userEvent.clear(field())
  await userEvent.type(field(), 'zzzz')

  expect(await screen.findByRole('status')).toHaveTextContent(
    'No suggestions for “zzzz”. Tap Search to search all items.',
  )
  await userEvent.clear(field())
  expect(screen.queryByRole('status')).toBeNull()
})

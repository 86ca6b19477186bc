import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { aProduct } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { SearchBox } from './SearchBox.tsx'

const many = ['One', 'Two', 'Three', 'Four', 'Five'].map((word) =>
  aProduct({ _id: word.toLowerCase(), name: `${word} kurta` }),
)
const answers = { 'products/elastic-search': { data: many } }

const field = () => screen.getByRole('combobox', { name: 'Search' })
const options = () => screen.findAllByRole('option')

test('up to four products are suggested, asked for once the typing rests [shell.7]', async () => {
  const { asked } = renderInStore(<SearchBox />, { answers })

  await userEvent.type(field(), 'kurta')

  expect(await options()).toHaveLength(4)
  expect(asked).toEqual(['products/elastic-search?search=kurta'])
})

test('nothing is asked for nothing [shell.7] [search.1]', async () => {
  const { asked, address } = renderInStore(<SearchBox />, { answers })

  await userEvent.type(field(), '   {Enter}')
  await userEvent.type(field(), '{Backspace}{Backspace}{Backspace}k')
  await options()

  expect(asked).toEqual(['products/elastic-search?search=k'])
  expect(address()).toBe('/')
})

test('what is no longer meant is not waited for [shell.7]', async () => {
  const { signals } = renderInStore(<SearchBox />, {
    answers: { 'products/elastic-search': () => new Promise(() => undefined) },
  })
  await userEvent.type(field(), 'kur')
  await waitFor(() => expect(signals).toHaveLength(1))

  await userEvent.type(field(), 'ta')

  await waitFor(() => expect(signals).toHaveLength(2))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('a click opens the product [shell.7]', async () => {
  const { address } = renderInStore(<SearchBox />, { answers })
  await userEvent.type(field(), 'kurta')

  await userEvent.click((await options())[1]!)

  expect(address()).toBe('/products/two')
})

test('the arrows walk through the suggestions and Enter opens one [shell.7] [a11y.1]', async () => {
  const { address } = renderInStore(<SearchBox />, { answers })
  await userEvent.type(field(), 'kurta')
  const shown = await options()

  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(shown[1]).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', shown[1]!.id)
  await userEvent.keyboard('{Enter}')

  expect(address()).toBe('/products/two')
})

test('the round of the arrows goes over the field [a11y.1]', async () => {
  renderInStore(<SearchBox />, { answers })
  await userEvent.type(field(), 'kurta')
  const shown = await options()

  await userEvent.keyboard('{ArrowUp}')
  expect(shown[3]).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')

  expect(field()).not.toHaveAttribute('aria-activedescendant')
})

test('Enter without a choice searches for the words [search.1]', async () => {
  const { address } = renderInStore(<SearchBox />, { answers })

  await userEvent.type(field(), 'blue kurta{Enter}')

  expect(address()).toBe('/search?q=blue%20kurta')
})

test('Escape closes the suggestions and leaves the words [shell.7] [a11y.1]', async () => {
  renderInStore(<SearchBox />, { answers })
  await userEvent.type(field(), 'kurta')
  await options()

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(field()).toHaveValue('kurta')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})

test('on the search page it shows what was searched for [search.1]', () => {
  renderInStore(<SearchBox />, { at: '/search?q=juttis', answers })

  expect(field()).toHaveValue('juttis')
})

test('what has no suggestions says so on the search page, once it is known [search.1]', async () => {
  renderInStore(<SearchBox look="page" />, {
    answers: {
      'products/elastic-search': (path: string) => ({ data: path.includes('zzzz') ? [] : many }),
    },
  })
  await userEvent.type(field(), 'kurta')
  await options()
  expect(screen.queryByRole('status')).toBeNull()

  await userEvent.clear(field())
  await userEvent.type(field(), 'zzzz')

  expect(await screen.findByRole('status')).toHaveTextContent(
    'No suggestions for “zzzz”. Press Search to look everywhere.',
  )
  await userEvent.clear(field())
  expect(screen.queryByRole('status')).toBeNull()
})

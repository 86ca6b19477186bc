import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aCartLine, aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { CartPill } from './DeferredShell.tsx'

const lines = [1, 2, 3].map((nth) =>
  aCartLine({
    _id: `line-${nth}`,
    productId: aProduct({ photos: nth === 1 ? [] : [`/${nth}.svg`] }),
  }),
)
const put = (count: number) =>
  getDefaultStore().set(cartAtom, () => ({
    products: lines.slice(0, count),
    totalAmount: rupees(0),
  }))

const show = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <CartPill />
    </MemoryRouter>,
  )
const imagesIn = (pill: HTMLElement) =>
  [...pill.querySelectorAll('img')].map((image) => image.getAttribute('src'))

beforeEach(() => clearPersisted())

test('the pill shows the number of items and two of them, and leads to the bag [shell.22]', async () => {
  await put(3)
  show('/')

  const pill = screen.getByRole('link', { name: '3 Item(s) in Bag' })

  expect(pill).toHaveAttribute('href', '/cart')
  expect(imagesIn(pill)).toEqual(['/images/placeholder.svg', '/2.svg'])
  fireEvent.error(pill.querySelectorAll('img')[1]!)
  expect(imagesIn(pill)[1]).toBe('/images/placeholder.svg')
})

test.each(['/cart', '/checkout'])('there is no pill on %s [shell.22]', async (path) => {
  await put(1)
  show(path)

  expect(screen.queryByRole('link')).toBeNull()
})

test('an empty bag has no pill [shell.22]', () => {
  show('/')

  expect(screen.queryByRole('link')).toBeNull()
})

test('the pill makes way for a control that it would cover [shell.22] [a11y.1]', async () => {
  const below = document.createElement('div')
  vi.spyOn(document, 'elementsFromPoint').mockImplementation(() => [below])
  await put(1)
  show('/')
  const pill = screen.getByRole('link')

  below.setAttribute('data-uncovered', '')
  fireEvent.scroll(window)
  await waitFor(() => expect(pill).toHaveAttribute('data-aside'))
  below.removeAttribute('data-uncovered')
  fireEvent.scroll(window)

  await waitFor(() => expect(pill).not.toHaveAttribute('data-aside'))
})

test('the pill makes way for a link, but not for a product card or a large link [shell.22] [a11y.1]', async () => {
  const link = document.createElement('a')
  const title = document.createElement('h3')
  vi.spyOn(document, 'elementsFromPoint').mockImplementation(() => [link])
  await put(1)
  show('/')
  const pill = screen.getByRole('link')
  await waitFor(() => expect(pill).toHaveAttribute('data-aside'))

  title.append(link)
  fireEvent.scroll(window)
  await waitFor(() => expect(pill).not.toHaveAttribute('data-aside'))

  link.remove()
  fireEvent.scroll(window)
  await waitFor(() => expect(pill).toHaveAttribute('data-aside'))
  vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 200))
  fireEvent.scroll(window)
  await waitFor(() => expect(pill).not.toHaveAttribute('data-aside'))
})

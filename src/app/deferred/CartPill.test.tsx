import { fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aCartLine, aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { CartPill } from './CartPill.tsx'

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

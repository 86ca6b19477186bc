import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { ProductCard } from './ProductGrid.tsx'

const card = () => screen.getByRole('article')
const imageSources = () =>
  [...card().querySelectorAll('img')].map((image) => image.getAttribute('src'))

test('a card shows brand, name, price and discount [card.1] [card.2]', () => {
  const product = aProduct({
    mrp: rupees(129999),
    discountedPrice: rupees(64999.5),
    discountPercentage: 50,
  })
  renderInStore(<ProductCard product={product} />)

  expect(within(card()).getByText('Amodra')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Blue kurta' })).toHaveAttribute(
    'href',
    '/products/blue-kurta',
  )
  expect(card()).toHaveTextContent('₹64,999.50')
  expect(card().querySelector('s')).toHaveTextContent('₹1,29,999')
  expect(card()).toHaveTextContent('50% off')
})

test('without a discount there is one price [card.1]', () => {
  const product = aProduct({ mrp: rupees(999), discountedPrice: rupees(999) })
  renderInStore(<ProductCard product={product} />)

  expect(card().querySelector('s')).toBeNull()
  expect(card()).not.toHaveTextContent('off')
})

test('a card without stock is sold out [card.1]', () => {
  renderInStore(<ProductCard product={aProduct({ stock: { S: 0, M: 0, L: 0 } })} />)

  expect(screen.getByText('Sold Out')).toBeVisible()
})

test('a card with one item left is not sold out [card.1]', () => {
  renderInStore(<ProductCard product={aProduct({ stock: { S: 0, M: 1 } })} />)

  expect(screen.queryByText('Sold Out')).toBeNull()
})

test('a card shows the rating if the product has one [card.1] [product.8]', () => {
  renderInStore(
    <>
      <ProductCard product={aProduct({ rating: { average: 4, count: 12 } })} />
      <ProductCard product={aProduct()} />
    </>,
  )

  const rating = screen.getByRole('img', { name: 'Rated 4 out of 5, 12 reviews' })
  expect(rating).toHaveTextContent('4.012')
})

test('Try & Buy is shown unless the brand does not offer it [card.1]', () => {
  const brand = { _id: 'kori', name: 'Kori', is_try_and_buy_visible: false }
  renderInStore(
    <>
      <ProductCard product={aProduct()} />
      <ProductCard product={aProduct({ brand })} />
    </>,
  )

  const [withIt, without] = screen.getAllByRole('article')
  expect(within(withIt!).getByText('Try & Buy')).toBeVisible()
  expect(within(without!).queryByText('Try & Buy')).toBeNull()
})

test('the second photo loads on hover, not before [card.1]', async () => {
  renderInStore(<ProductCard product={aProduct({ photos: ['/one.svg', '/two.svg'] })} />)
  expect(imageSources()).toEqual(['/one.svg'])

  await userEvent.hover(card())

  expect(imageSources()).toEqual(['/one.svg', '/two.svg'])
})

test('a touch loads no second photo [card.1]', async () => {
  renderInStore(<ProductCard product={aProduct({ photos: ['/one.svg', '/two.svg'] })} />)

  await userEvent.pointer({ keys: '[TouchA]', target: card() })

  expect(imageSources()).toEqual(['/one.svg'])
})

test('a heart can be placed on the card [card.1]', () => {
  renderInStore(<ProductCard product={aProduct()} corner={<button>Add to wishlist</button>} />)

  expect(screen.getByRole('button', { name: 'Add to wishlist' })).toBeVisible()
})

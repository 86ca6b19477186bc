import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { ReviewSection } from './ReviewSection.tsx'

const review = (nth: number) => ({
  stars: 4,
  words: `Soft ${nth}`,
  fit: 'small',
  size: 'M',
  firstName: 'Asha',
  at: `2026-11-${String(nth).padStart(2, '0')}T10:00:00Z`,
})
const page = (changes: object) => ({
  data: [],
  average: null,
  count: 0,
  fit: { small: 0, true: 0, large: 0 },
  sizeHint: null,
  nextCursor: null,
  ...changes,
})

const show = (answer: unknown) =>
  renderInStore(<ReviewSection productId="kurta" />, {
    answers: { 'products/kurta/reviews': answer },
  })

test('stars, fit and texts of reviews are shown [product.8]', async () => {
  const fit = { small: 3, true: 1, large: 0 }
  show(page({ data: [review(2)], average: 4.3, count: 4, fit, sizeHint: 'small' }))

  expect(await screen.findByText('4.3')).toBeVisible()
  expect(screen.getByText('4 reviews')).toBeVisible()
  expect(screen.getByText('Soft 2')).toBeVisible()
  expect(screen.getByText('Size M · Runs small')).toBeVisible()
  const [small] = screen.getAllByRole('meter')
  expect(small).toHaveTextContent('3 of 4')
})

test('more reviews load on request [product.8]', async () => {
  const { asked } = show((path: string) =>
    path.includes('cursor=next')
      ? page({ data: [review(1)], average: 4, count: 2 })
      : page({ data: [review(2)], average: 4, count: 2, nextCursor: 'next' }),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'More reviews' }))

  expect(await screen.findByText('Soft 1')).toBeVisible()
  expect(screen.getByText('Soft 2')).toBeVisible()
  expect(asked).toContain('products/kurta/reviews?cursor=next')
})

test('a product without reviews says so [product.8]', async () => {
  show(page({}))

  expect(await screen.findByText(/^No reviews yet/)).toBeVisible()
})

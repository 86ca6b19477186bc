import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
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

const show = (response: unknown, own?: unknown) =>
  renderInStore(<ReviewSection productId="kurta" />, {
    responses: {
      'products/kurta/reviews': response,
      'products/kurta/reviews/own': own && { review: own },
    },
  })
const photo = (name: string) => ({
  url: `/photos/reviews/${name}.webp`,
  thumbnail: `/photos/reviews/${name}-small.webp`,
})

afterEach(() => clearSession())

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
  const { requests } = show((path: string) =>
    path.includes('cursor=next')
      ? page({ data: [review(1)], average: 4, count: 2 })
      : page({ data: [review(2)], average: 4, count: 2, nextCursor: 'next' }),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Show more reviews' }))

  expect(await screen.findByText('Soft 1')).toBeVisible()
  expect(screen.getByText('Soft 2')).toBeVisible()
  expect(requests).toContain('products/kurta/reviews?cursor=next')
})

test('a product without reviews says so [product.8]', async () => {
  show(page({}))

  expect(await screen.findByText(/^No reviews yet/)).toBeVisible()
})

test('photos of a review are thumbnails, which open full screen [product.8]', async () => {
  const { requests } = show(
    page({ data: [{ ...review(2), photos: [photo('a'), photo('b')] }], average: 4, count: 1 }),
  )

  const second = await screen.findByRole('button', { name: 'Photo 2 of Asha’s review' })
  expect(second.querySelector('img')).toHaveAttribute('src', photo('b').thumbnail)
  await userEvent.click(second)

  const viewer = await screen.findByRole('dialog', { name: 'Photos of Asha’s review' })
  const large = within(viewer).getByRole('img', { name: 'Asha’s review, photo 2 of 2' })
  expect(large).toHaveAttribute('src', photo('b').url)
  await userEvent.click(within(viewer).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests).not.toContain('products/kurta/reviews/own')
})

test('authors see their review first, with the photos that are not shown to others yet [product.8]', async () => {
  saveSession(aUser())
  const pending = { url: '/photos/pending/c.webp', thumbnail: '/photos/pending/c.webp' }
  const own = {
    ...review(1),
    photos: [
      { ...photo('a'), isPending: false },
      { ...pending, isPending: true },
    ],
  }
  const data = [review(2), { ...review(1), photos: [photo('a')] }]
  show(page({ data, average: 4, count: 2 }), own)

  const label = 'Photo 2 of Asha’s review, not shown to others yet'
  expect(await screen.findByRole('button', { name: label })).toBeVisible()

  const [first, second, ...more] = screen.getAllByRole('article')
  expect(first).toHaveTextContent('Your review')
  expect(first).toHaveTextContent('Soft 1')
  expect(first).toHaveTextContent('We’ll show your photo once we’ve checked it')
  expect(second).toHaveTextContent('Soft 2')
  expect(more).toEqual([])
})

test('reviews are shown even if the customer’s own one fails to load or was stored without photos [product.8]', async () => {
  saveSession(aUser())
  show(page({ data: [review(2)], average: 4, count: 1 }))

  expect(await screen.findByText('Soft 2')).toBeVisible()
  expect(screen.queryByText('Your review')).toBeNull()
})

test('the customer’s own review of a product without reviews is not requested [product.8]', async () => {
  saveSession(aUser())
  const { requests } = show(page({}))

  expect(await screen.findByText(/^No reviews yet/)).toBeVisible()
  expect(requests).toEqual(['products/kurta/reviews'])
})

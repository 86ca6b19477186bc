import { screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { expect, test } from 'vitest'

import { locationAtom } from '#features/location/locationAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aProduct } from '#tests/support/shopper/builders.ts'
import HomeRails from './HomeRails.tsx'

test('home has rails of new, popular, inexpensive and restocked products, each with its list [home.1]', async () => {
  const { requests } = renderInStore(<HomeRails gender="Women" />, {
    responses: {
      'products/list': (path: string) => ({
        data: path.includes('isNew')
          ? []
          : path.includes('999')
            ? [aProduct({ _id: 'hot', name: 'Hot' }), aProduct({ _id: 'cheap', name: 'Cheap' })]
            : path.includes('isBack')
              ? [aProduct({ _id: 'back', name: 'Restocked' })]
              : [aProduct({ _id: 'hot', name: 'Hot' })],
        total: 1,
        nextCursor: null,
      }),
    },
  })

  const popular = within((await screen.findByText('Popular right now')).closest('section')!)
  expect(await popular.findByText('Hot')).toBeVisible()
  expect(popular.getByRole('link', { name: 'See all: Popular right now' })).toHaveAttribute(
    'href',
    '/collections?gender=women&sold=true&sort=popular',
  )
  expect(await screen.findByText('Cheap')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'See all: Back in stock' })).toHaveAttribute(
    'href',
    '/collections?gender=women&back=true',
  )
  // A product is shown once, in the first rail that has it.
  expect(screen.getAllByText('Hot')).toHaveLength(1)
  // A rail without products is left out.
  expect(screen.queryByText('New arrivals')).toBeNull()
  expect(requests.every((path) => path.includes('gender=women'))).toBe(true)
})

test('with a location, home shows what customers of that city buy [home.1]', async () => {
  const place = { text: 'Palasia, Indore', city: 'Indore', latitude: '22.72', longitude: '75.88' }
  await getDefaultStore().set(locationAtom, () => place)
  const { requests } = renderInStore(<HomeRails gender="Women" />, {
    responses: {
      'products/list': (path: string) => ({
        data: path.includes('trending=Indore') ? [aProduct({ name: 'Loved here' })] : [],
        total: 1,
        nextCursor: null,
      }),
    },
  })

  const trending = within((await screen.findByText('Trending in Indore')).closest('section')!)
  expect(await trending.findByText('Loved here')).toBeVisible()
  expect(trending.getByRole('link', { name: 'See all: Trending in Indore' })).toHaveAttribute(
    'href',
    '/collections?gender=women&trending=Indore',
  )
  expect(requests).toHaveLength(5)
})

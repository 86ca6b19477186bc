import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { aProduct } from '#tests/support/shopper/builders.ts'
import HomeRails from './HomeRails.tsx'

test('home has rails of new, popular, inexpensive and restocked products, each with its list [home.1]', async () => {
  const { asked } = renderInStore(<HomeRails gender="Women" />, {
    answers: {
      'products/list': (path: string) => ({
        data: path.includes('isNew')
          ? []
          : [aProduct({ name: path.includes('999') ? 'Cheap' : 'Hot' })],
        total: 1,
        nextCursor: null,
      }),
    },
  })

  const popular = within((await screen.findByText('Popular right now')).closest('section')!)
  expect(await popular.findByText('Hot')).toBeVisible()
  expect(popular.getByRole('link', { name: 'See all: Popular right now' })).toHaveAttribute(
    'href',
    '/collections?gender=women&sort=popular',
  )
  expect(await screen.findByText('Cheap')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'See all: Back in stock' })).toHaveAttribute(
    'href',
    '/collections?gender=women&back=true',
  )
  // A rail without products is left out.
  expect(screen.queryByText('New arrivals')).toBeNull()
  expect(asked.every((path) => path.includes('gender=women'))).toBe(true)
})

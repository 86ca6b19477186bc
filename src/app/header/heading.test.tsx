import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { useHeading } from './heading.ts'

function Shown() {
  const { page, title, crumbs } = useHeading()
  return (
    <>
      <h1>{title || `nothing of ${page}`}</h1>
      <p>{crumbs.map(({ text }) => text).join(' > ')}</p>
    </>
  )
}

test('an unknown product has the not-found title [shell.2]', async () => {
  renderInStore(<Shown />, { at: '/products/nope' })
  expect(screen.getByRole('heading')).toHaveTextContent('nothing of product')

  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test.each([
  ['/order-tracking', 'My Account > Track Order'],
  ['/order-details?id=1', 'My Account > My Orders > Order details'],
  ['/checkout', 'Bag > Checkout'],
])('the breadcrumbs of %s are shown [shell.12]', (at, way) => {
  renderInStore(<Shown />, { at })

  expect(screen.getByText(way)).toBeVisible()
})

test('a policy has its name as title, however its URL is written [shell.1]', () => {
  renderInStore(<Shown />, { at: '/policies/try%2Dand%2Dbuy' })

  expect(screen.getByRole('heading', { name: 'Try & Buy policy' })).toBeVisible()
})

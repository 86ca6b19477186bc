import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/renderInStore.tsx'
import { useHeading } from './useHeading.ts'

function Shown() {
  const { page, title } = useHeading()
  return <h1>{title || `nothing of ${page}`}</h1>
}

test('a product that the store does not have is called so [shell.2]', async () => {
  renderInStore(<Shown />, { at: '/products/nope' })
  expect(screen.getByRole('heading')).toHaveTextContent('nothing of product')

  expect(await screen.findByText('Page not found')).toBeVisible()
})

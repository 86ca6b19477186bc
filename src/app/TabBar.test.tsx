import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { TabBar } from './TabBar.tsx'

test.each([
  ['/', 'Home'],
  ['/collections?category=kurtas', 'Collection'],
  ['/collections?brands=amodra', 'Brands'],
  ['/search?q=kurta', 'Collection'],
  ['/cart', 'Account'],
  ['/wishlist', 'Account'],
  ['/order-tracking?id=1', 'Account'],
  ['/faq', 'Account'],
])('on %s the tab %s is active [shell.18]', (at, tab) => {
  renderInStore(<TabBar />, { at })

  const tabs = [...screen.getByRole('navigation', { name: 'Store' }).children]
  const active = tabs.filter((one) => one.hasAttribute('aria-current'))
  expect(active.map(({ textContent }) => textContent)).toEqual([tab])
})

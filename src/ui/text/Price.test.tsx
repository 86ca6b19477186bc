import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { rupees } from '#tests/support/shopper/builders.ts'
import { Price } from './Price.tsx'

test.each([
  [33.3, '33% off'],
  [33.5, '34% off'],
  [49.97, '50% off'],
])('a discount of %s percent is shown as %s [card.1] [product.1]', (percentOff, text) => {
  render(<Price price={rupees(999)} mrp={rupees(1999)} percentOff={percentOff} />)

  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText('₹1,999')).toBeVisible()
})

test('a price equal to the MRP is not struck through [card.1] [product.1]', () => {
  render(<Price price={rupees(1999)} mrp={rupees(1999)} percentOff={0} />)

  expect(screen.getAllByText(/₹/)).toHaveLength(1)
  expect(screen.queryByText(/off/)).toBeNull()
})

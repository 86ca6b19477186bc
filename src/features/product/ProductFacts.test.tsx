import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { ProductDetails } from '#contract/catalogue/product.ts'
import { aProduct } from '#tests/support/shopper/builders.ts'
import { ProductHighlights, ProductFacts } from './ProductFacts.tsx'

const details: ProductDetails = {
  ...aProduct(),
  gender: ['MEN'],
  description: 'A short kurta.',
  details: [{ name: 'Fabric', value: 'Cotton' }],
  declarations: {
    maker: 'Amodra Crafts',
    makerAddress: '4 AB Road, Indore',
    countryOfOrigin: 'India',
    netQuantity: '1 N',
    careContact: 'care@pehno.example',
  },
}

test('a product shows its legal declarations [product.6]', () => {
  render(<ProductFacts product={details} />)

  const declared = screen.getByText('Product information').closest('details')
  for (const fact of [
    '₹1,999 (inclusive of all taxes)',
    'Amodra Crafts, 4 AB Road, Indore',
    'India',
    '1 N',
    'care@pehno.example',
  ]) {
    expect(declared).toHaveTextContent(fact)
  }
})

test('fabric and fit are at the top too, where there is room [product.1]', () => {
  const care = { name: 'Care', value: 'Machine wash' }
  const facts = [{ name: 'Fabric', value: 'Cotton' }, care, { name: 'Fit', value: 'Regular' }]
  render(<ProductHighlights details={facts} />)

  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  expect(terms).toEqual(['Fabric', 'Fit'])
})

test('a saved copy leaves out unknown facts [pwa.7]', () => {
  const nothing = { maker: '', makerAddress: '', countryOfOrigin: '', netQuantity: '' }
  const saved = {
    ...details,
    description: '',
    details: [],
    declarations: { ...nothing, careContact: '' },
  }
  render(
    <>
      <ProductHighlights details={saved.details} />
      <ProductFacts product={saved} />
    </>,
  )

  expect(screen.queryByText('Description')).toBeNull()
  expect(screen.queryByRole('term')).toBeNull()
  expect(screen.queryByText('Product information')).toBeNull()
  expect(screen.getByText('Returns and exchanges')).toBeVisible()
})

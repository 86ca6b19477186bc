import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import type { Product } from '#contract/catalogue/product.ts'
import { aProduct } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { SizeSection, useSizeSelection } from './SizeSection.tsx'

const withSizeChart = aProduct({ subcategory: [{ _id: 'short', name: 'Short kurtas' }] })
const responses = { 'size-chart/amodra/kurtas/short': [{ sizeChartImages: ['/chart.svg'] }] }

function Asking({ product }: { product: Product }) {
  const { size, promptForSize, choose, ...asking } = useSizeSelection(product)
  return (
    <>
      <SizeSection product={product} size={size} onChoose={choose} {...asking} />
      <button onClick={promptForSize}>Add to bag</button>
    </>
  )
}

test('a size without stock cannot be chosen [product.1]', () => {
  const product = aProduct({ stock: { S: 1, M: 0, L: 2 } })
  renderInStore(<Asking product={product} />)

  expect(screen.getByRole('radio', { name: 'M sold out' })).toBeDisabled()
  expect(screen.getByRole('radio', { name: 'S' })).toBeEnabled()
  expect(screen.getByText('M is sold out.')).toBeVisible()
})

test('a missing size is reported, and the sizes get the focus [product.3]', async () => {
  const product = aProduct({ stock: { S: 0, M: 4, L: 2 } })
  renderInStore(<Asking product={product} />)

  await userEvent.click(screen.getByRole('button', { name: 'Add to bag' }))

  expect(screen.getByRole('alert')).toHaveTextContent('Select a size')
  expect(screen.getByRole('radio', { name: 'M' })).toHaveFocus()
})

test('the message disappears once a size is chosen [product.3]', async () => {
  renderInStore(<Asking product={aProduct()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Add to bag' }))

  await userEvent.click(screen.getByRole('radio', { name: 'L' }))

  expect(screen.getByRole('radio', { name: 'L' })).toBeChecked()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a single size is selected automatically [product.3]', () => {
  const product = aProduct({ size: ['Free size'], stock: { 'Free size': 3 } })
  renderInStore(<Asking product={product} />)

  expect(screen.getByRole('radio', { name: 'Free size' })).toBeChecked()
})

test('the size chart opens if there is one [product.2]', async () => {
  const { requests } = renderInStore(<Asking product={withSizeChart} />, { responses })

  await userEvent.click(await screen.findByRole('button', { name: 'Size chart' }))

  expect(screen.getByRole('img', { name: 'Size chart' })).toHaveAttribute('src', '/chart.svg')
  expect(requests).toEqual(['size-chart/amodra/kurtas/short'])
})

test('no chart is requested without a subcategory [product.2]', async () => {
  const both = [withSizeChart, aProduct()].map((product, index) => (
    <Asking key={index} product={product} />
  ))
  const { requests } = renderInStore(both, { responses })

  expect(await screen.findAllByRole('button', { name: 'Size chart' })).toHaveLength(1)
  expect(requests).toEqual(['size-chart/amodra/kurtas/short'])
})

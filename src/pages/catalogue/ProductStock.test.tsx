import { act, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'

import { placeholderDetails } from '#contract/catalogue/placeholderDetails.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import { paths } from '#contract/pages/paths.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aProduct, aStore } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import ProductPage from './ProductPage.tsx'

async function show(changes: Partial<ProductDetails>) {
  const product = { ...aProduct(), ...placeholderDetails, ...changes }
  const path = `/products/${product._id}`
  const page = (
    <Routes>
      <Route path={paths.product} element={<ProductPage />} />
    </Routes>
  )
  renderInStore(page, { at: path, responses: { store: aStore(), [path.slice(1)]: product } })
  await screen.findByRole('heading', { level: 1, name: product.name })
}

beforeEach(() => clearPersisted())

test('until a place is chosen, the page says in which cities the product is not in stock [product.1]', async () => {
  await show({ unavailableIn: 'Jaipur and Pune' })
  expect(screen.getByText('Not available in Jaipur and Pune')).toBeVisible()

  const indore = { text: 'Vijay Nagar', city: 'Indore', latitude: '22.75', longitude: '75.89' }
  await act(() => getDefaultStore().set(locationAtom, () => indore))

  expect(screen.queryByText(/^Not available in/)).toBeNull()
})

test('with several warehouses, a sold-out product says where it is sold out [product.1]', async () => {
  await show({ stock: { S: 0, M: 0, L: 0 } })
  expect(screen.queryByText(/^Sold out in/)).toBeNull()

  const pune = { text: 'Viman Nagar', city: 'Pune', latitude: '18.56', longitude: '73.91' }
  const delivery = { deliveryTime: 45, unit: 'minutes', tryAndBuy: false, city: 'Pune' }
  const served = { ...delivery, warehouse: 'pune' }
  await act(() => getDefaultStore().set(locationAtom, () => ({ ...pune, delivery: served })))

  expect(screen.getByText('Sold out in Pune')).toBeVisible()
})

test('the colours of a garment lead to each other, the shown one is marked [product.1]', async () => {
  const colour = (_id: string, name: string) => ({ _id, colour: name, photo: '', tint: 1 })
  const { _id } = aProduct()
  await show({ colours: [colour(_id, 'Blue'), colour('red', 'Red')] })

  expect(screen.getByText('Colour: Blue')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Blue' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Red' })).toHaveAttribute('href', '/products/red')
})

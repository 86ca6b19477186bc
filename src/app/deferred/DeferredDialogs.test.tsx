import { act, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'

import { productRead } from '#contract/api/reads.ts'
import { placeholderDetails } from '#contract/catalogue/placeholderDetails.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { useRead } from '#platform/api/reads/reads.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aProduct } from '#tests/support/shopper/builders.ts'
import { DeferredDialogs, Location, Login } from './DeferredDialogs.tsx'
import { RequestedDialogs } from './RequestedDialogs.tsx'

const store = getDefaultStore()
const title = 'We are not serviceable in your area.'
const indore = { text: 'Indore', city: 'Indore', latitude: '22.75', longitude: '75.89' }
const delivery = { deliveryTime: 25, unit: 'minutes', tryAndBuy: true, city: 'Indore' }

beforeEach(() => clearPersisted())

test('the "not serviceable" dialog closes once another tab chooses a place with delivery [loc.9] [loc.10]', async () => {
  renderInStore(
    <>
      <DeferredDialogs />
      <RequestedDialogs dialogs={{ Login, Location }} retry={() => undefined} />
    </>,
  )
  await store.set(locationAtom, () => indore)
  expect(await screen.findByRole('dialog', { name: title, hidden: true })).toBeInTheDocument()

  await act(() => store.set(locationAtom, (place) => place && { ...place, delivery }))

  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: title, hidden: true })).toBeNull(),
  )
})

function StockOfKurta() {
  const { data } = useRead(productRead('kurta'))
  return data && <p>{`${data.result.stock.M} in M`}</p>
}

test('stock is read again for the warehouse of a newly chosen place [product.1]', async () => {
  const served = { ...delivery, warehouse: 'pune' }
  const kurta = { ...aProduct({ _id: 'kurta' }), ...placeholderDetails }
  const { requests } = renderInStore(
    <>
      <DeferredDialogs />
      <StockOfKurta />
    </>,
    {
      responses: {
        'products/kurta': (path: string) => ({
          ...kurta,
          stock: { M: path.endsWith('pune') ? 1 : 5 },
        }),
        'warehouse/check-delivery': () =>
          Response.json({ success: true, status: 200, data: { result: served } }),
      },
    },
  )
  expect(await screen.findByText('5 in M')).toBeVisible()

  await act(() => store.set(locationAtom, () => indore))

  expect(await screen.findByText('1 in M')).toBeVisible()
  expect(requests.filter((path) => path.startsWith('products/'))).toEqual([
    'products/kurta',
    'products/kurta?warehouse=pune',
  ])
  await act(() => store.set(locationAtom, () => ({ ...indore, delivery })))
  expect(await screen.findByText('5 in M')).toBeVisible()
})

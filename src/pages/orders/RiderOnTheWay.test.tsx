import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Order, RiderPosition } from '#contract/orders/order.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aStore, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import TrackingPage from './TrackingPage.tsx'

const order = anOrder({ _id: 'newest', orderID: 'PEH-NEW', orderStatus: 'On the way' })
const position: RiderPosition = {
  ...{ latitude: 22.74, longitude: 75.88, at: '2026-01-15T16:12:00+05:30' },
  ...{ distanceKm: 2.4, minutes: 11, destination: { latitude: 22.7533, longitude: 75.8937 } },
}

const show = (orders: Order[], rider: RiderPosition | null, others = {}) =>
  renderInStore(<TrackingPage />, {
    at: '/order-tracking?id=newest',
    responses: { 'orders/view': { data: orders }, 'orders/newest/rider': rider, ...others },
  })

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await act(() => clearPersisted())
  clearSession()
})

test('without a map the tracking page says how far the rider is and how long it takes [rider.8]', async () => {
  show([order], position)

  expect(
    await screen.findByText('Your delivery agent is 2.4 km away and arrives at about 4:23 pm'),
  ).toBeVisible()
  expect(screen.getByText('Updated at 4:12 pm')).toBeVisible()
  expect(screen.queryByTitle(/^Map/)).toBeNull()
})

test('with a key it also shows the rider and the address on a map [rider.8]', async () => {
  const maps = { googleKey: 'the-key', attribution: [] }
  show([order], position, { store: { ...aStore(), maps } })

  expect(await screen.findByTitle('Map with your delivery agent and your address')).toHaveAttribute(
    'sandbox',
    'allow-scripts',
  )
})

test('a rider who shares no position, and an order at another stage, show nothing of it [rider.8]', async () => {
  show([order], null)
  expect(await screen.findByText('Order ID # PEH-NEW')).toBeVisible()
  expect(screen.queryByText(/arrives at about/)).toBeNull()
})

test('the code that the rider needs is on the order, once it is there [rider.2]', async () => {
  show([{ ...order, deliveryCode: '4821' }], null)

  expect(await screen.findByRole('region', { name: 'Delivery code' })).toHaveTextContent('4821')
})

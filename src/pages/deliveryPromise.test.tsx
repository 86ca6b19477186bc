import { cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { promisedArrival } from '#contract/deliveryPromise.ts'
import { SleepingBanner } from '#features/cart/DeliveryOptionPicker.tsx'
import { ArrivalTime } from '#features/location/ArrivalTime.tsx'
import { DeliveryBanner } from '#features/location/DeliveryBanner.tsx'
import { locationAtom } from '#features/location/locationAtom.ts'
import { OrderArrival } from '#features/orders/OrderArrival.tsx'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { anOrder } from '#tests/support/shopper/builders.ts'

const indore = { deliveryTime: 45, unit: 'minutes', tryAndBuy: true, city: 'Indore' }
const times = {
  '08:00': 'today by 10:30 am',
  '12:00': 'by 1:00 pm',
  '20:50': 'by 9:50 pm',
  '21:10': 'tomorrow by 10:30 am',
  '00:30': 'today by 10:30 am',
}

beforeEach(() => clearPersisted())
afterEach(() => vi.useRealTimers())

/** The times on banner, product, bag and checkout, and of an order placed at that moment. */
async function renderAt(time: string, delivery: typeof indore | null | undefined) {
  const now = new Date(`2026-01-15T${time}:00+05:30`)
  vi.useFakeTimers({ toFake: ['Date'], now })
  const place = { text: 'Vijay Nagar', city: 'Indore', latitude: '22.75', longitude: '75.89' }
  await getDefaultStore().set(locationAtom, () => ({ ...place, delivery }))
  const promisedBy = promisedArrival(indore.deliveryTime, now).toISOString()
  const order = anOrder({ orderStatus: 'Accepted', promisedBy })
  render(
    <>
      <DeliveryBanner />
      <SleepingBanner />
      <ArrivalTime delivery={delivery} />
      <OrderArrival order={order} />
    </>,
  )
}

test.each(Object.entries(times))(
  'at %s in India every screen shows the same promise: %s [shell.14] [track.1]',
  async (time, text) => {
    for (const delivery of [indore, undefined]) {
      await renderAt(time, delivery)

      expect(screen.getByText('Delivery in 60 mins')).toBeVisible()
      const countdown = text.startsWith('by') ? ' · in 60 mins' : ''
      const arrivals = screen.getAllByText(/^Arrives /).map(({ textContent }) => textContent)
      expect(arrivals).toEqual([`Arrives ${text}`, `Arrives ${text}${countdown}`])
      cleanup()
    }
  },
)

test.each(Object.keys(times))(
  'at %s there is no promise without delivery, but a placed order keeps its time [shell.14]',
  async (time) => {
    await renderAt(time, null)

    expect(screen.getAllByText('Unserviceable')).toHaveLength(2)
    expect(screen.getByText(/^Arrives /)).toBeVisible()
  },
)

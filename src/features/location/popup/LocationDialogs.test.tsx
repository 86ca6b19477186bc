import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { locationAtom, locationDialogAtom } from '#features/location/locationAtom.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { LocationDialogs } from './LocationDialogs.tsx'

const store = getDefaultStore()
const home = {
  ...{ _id: 'a1', label: 'home' as const, house: '', street: '12 Palm Residency', city: 'Indore' },
  ...{ state: 'Madhya Pradesh', postalCode: '452010', latitude: '22.75', longitude: '75.89' },
}
const palasia = {
  ...{ formattedAddress: 'Palasia, Indore', city: 'Indore', state: 'Madhya Pradesh' },
  ...{ postalCode: '452001', latitude: 22.7, longitude: 75.8 },
}

function show(which: 'ask' | 'search') {
  store.set(locationDialogAtom, which)
  return renderInStore(<LocationDialogs saved={[home]} />, {
    responses: { 'places/reverse': palasia },
  })
}

/** The device returns its position when asked. */
function stubGeolocation() {
  let respond: () => void = () => undefined
  const coords = { latitude: 22.7, longitude: 75.8 } as GeolocationCoordinates
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (found: PositionCallback) => {
        respond = () => found({ coords } as GeolocationPosition)
      },
    },
  })
  return () => act(() => respond())
}

beforeEach(() => clearPersisted())
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  act(() => store.set(locationDialogAtom, null))
})

test('the popup closes once the device’s position is known [loc.1]', async () => {
  const respond = stubGeolocation()
  show('ask')
  expect(screen.getByRole('dialog', { name: 'Change Location' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Detect my location' }))
  expect(screen.getByRole('button', { name: 'Fetching...' })).toBeVisible()
  respond()

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.get(locationAtom)?.text).toBe('Palasia, Indore')
})

test('the popup never covers a page offline, and appears once the connection is back [loc.1] [pwa.7]', async () => {
  show('ask')
  expect(screen.getByRole('dialog', { name: 'Change Location' })).toBeVisible()

  act(() => observe({ kind: 'link', isUp: false, at: Date.now() }))
  expect(screen.queryByRole('dialog')).toBeNull()

  act(() => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 }))
  expect(await screen.findByRole('dialog', { name: 'Change Location' })).toBeVisible()
})

test('the popup leads to the search, where a saved address is chosen by a tap [loc.1] [loc.2]', async () => {
  show('ask')

  await userEvent.click(screen.getByRole('button', { name: 'Enter manually' }))
  expect(await screen.findByRole('heading', { name: 'Saved Location' })).toBeVisible()
  expect(screen.getByRole('dialog', { name: 'Your Location' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /Home/ }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(store.get(locationAtom)).toMatchObject({
    addressId: 'a1',
    text: 'HOME, 12 Palm Residency, Indore, Madhya Pradesh, 452010',
  })
})

test('the device’s position can be used in the search too [loc.2]', async () => {
  const respond = stubGeolocation()
  show('search')

  await userEvent.click(await screen.findByRole('button', { name: 'Enable' }))
  expect(screen.getByRole('button', { name: 'Enabling...' })).toBeVisible()
  respond()

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

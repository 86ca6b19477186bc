import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { locationAtom, locationDialogAtom } from '#features/location/locationAtom.ts'
import { runAfterLogin } from '#platform/session/afterLogin.ts'
import { clearSession, saveSession, showAuthModalAtom } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aUser } from '#tests/support/shopper/builders.ts'
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

function openSearch() {
  store.set(locationDialogAtom, 'search')
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

test('the device’s position can be used in the search too [loc.2]', async () => {
  const respond = stubGeolocation()
  openSearch()

  await userEvent.click(await screen.findByRole('button', { name: 'Enable' }))
  expect(screen.getByRole('button', { name: 'Enabling...' })).toBeVisible()
  respond()

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a saved address is chosen by a tap [loc.2]', async () => {
  openSearch()
  expect(await screen.findByRole('heading', { name: 'Saved Location' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: /Home/ }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(store.get(locationAtom)).toMatchObject({
    addressId: 'a1',
    text: 'HOME, 12 Palm Residency, Indore, Madhya Pradesh, 452010',
  })
})

test.each([
  [undefined, 'We are not serviceable in your area.', 'We will soon be available in your area.'],
  [
    'We’re closed until Tue, 1 Dec.',
    'We’re closed at the moment',
    'We’re closed until Tue, 1 Dec.',
  ],
])('without delivery (%s) a dialog says why [loc.9]', async (closedText, title, text) => {
  const place = { text: 'Palasia', city: 'Indore', latitude: '22.7', longitude: '75.8' }
  await act(() => store.set(locationAtom, () => ({ ...place, delivery: null, closedText })))
  renderInStore(<LocationDialogs saved={[]} />)
  act(() => store.set(locationDialogAtom, 'unserviceable'))

  expect(await screen.findByRole('dialog', { name: title })).toHaveTextContent(text)
})

describe('where nothing is delivered', () => {
  const remote = { text: 'Leh', city: 'Leh', latitude: '34.15', longitude: '77.58' }

  async function openUnserviceable() {
    await store.set(locationAtom, () => ({ ...remote, delivery: null }))
    store.set(locationDialogAtom, 'unserviceable')
    const shown = renderInStore(<LocationDialogs saved={[]} />, {
      responses: { 'user/place-alert': {} },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Notify me when you deliver here' }))
    return shown
  }

  test('a customer is told when that changes [loc.9]', async () => {
    saveSession(aUser())
    const { requests } = await openUnserviceable()

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests).toEqual(['user/place-alert'])
    act(() => clearSession())
  })

  test('a guest is told too, after the login [loc.9]', async () => {
    const { requests } = await openUnserviceable()
    expect(store.get(showAuthModalAtom)).toBe(true)
    expect(requests).toEqual([])

    saveSession(aUser())
    await runAfterLogin()

    expect(requests).toEqual(['user/place-alert'])
    act(() => clearSession())
  })
})

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  isLocationSheetOpenAtom,
  locationAtom,
  locationDialogAtom,
} from '#features/location/locationAtom.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { LocationSheet } from './LocationSheet.tsx'
import { canOpenPrompt } from './useLocationPrompt.ts'

const store = getDefaultStore()
const palasia = {
  ...{ formattedAddress: 'Palasia, Indore', city: 'Indore', state: 'Madhya Pradesh' },
  ...{ postalCode: '452001', latitude: 22.7, longitude: 75.8 },
}

function show() {
  store.set(isLocationSheetOpenAtom, true)
  renderInStore(
    <>
      <Link to="/collections">See all</Link>
      <LocationSheet />
    </>,
    { responses: { 'places/reverse': palasia } },
  )
}
const sheet = () => screen.queryByRole('dialog', { name: 'Change Location' })

beforeEach(() => clearPersisted())
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  act(() => {
    store.set(isLocationSheetOpenAtom, false)
    store.set(locationDialogAtom, null)
  })
})

test('is announced, takes no focus and leaves the page usable [loc.1] [a11y.1]', () => {
  show()

  expect(sheet()).toBeVisible()
  expect(screen.getByRole('status')).toContainElement(sheet())
  expect(document.body).toHaveFocus()
  expect(sheet()).not.toHaveAttribute('aria-modal')
  expect(screen.getByRole('link', { name: 'See all' })).toBeVisible()
})

test('closes once the device’s position is known [loc.1]', async () => {
  let respond: () => void = () => undefined
  const coords = { latitude: 22.7, longitude: 75.8 } as GeolocationCoordinates
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (done: PositionCallback) => {
        respond = () => done({ coords } as GeolocationPosition)
      },
    },
  })
  show()

  await userEvent.click(screen.getByRole('button', { name: 'Detect my location' }))
  expect(screen.getByRole('button', { name: 'Fetching...' })).toBeVisible()
  act(() => respond())

  await waitFor(() => expect(sheet()).toBeNull())
  expect(store.get(locationAtom)?.text).toBe('Palasia, Indore')
  // The message that there is no delivery may open.
  expect(canOpenPrompt()).toBe(true)
})

test('leads to the search [loc.1] [loc.2]', async () => {
  show()

  await userEvent.click(screen.getByRole('button', { name: 'Enter manually' }))

  expect(store.get(locationDialogAtom)).toBe('search')
  expect(sheet()).toBeNull()
})

test.each([
  ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the next page', () => userEvent.click(screen.getByRole('link', { name: 'See all' }))],
])('is closed for the session by %s [loc.1]', async (_, close) => {
  show()

  await close()

  expect(sheet()).toBeNull()
  expect(store.get(isLocationSheetOpenAtom)).toBe(false)
})

test('leaves Escape to an open dialog', async () => {
  show()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.open = true

  await userEvent.keyboard('{Escape}')
  dialog.remove()

  expect(sheet()).toBeVisible()
})

test('never covers a page offline, and appears once the connection is back [loc.1] [pwa.7]', async () => {
  show()

  act(() => observe({ kind: 'link', isUp: false, at: Date.now() }))
  expect(sheet()).toBeNull()

  act(() => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 }))
  await waitFor(() => expect(sheet()).toBeVisible())
})

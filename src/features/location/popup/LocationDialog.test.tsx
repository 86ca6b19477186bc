import { act, fireEvent, screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { LocationDialog } from './LocationDialog.tsx'

const home = {
  _id: 'a1',
  label: 'home' as const,
  house: '',
  street: '12 Palm Residency',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: '22.75',
  longitude: '75.89',
}
const vijayNagar = {
  formattedAddress: 'Vijay Nagar, Indore, Madhya Pradesh 452010',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: 22.75,
  longitude: 75.89,
}
const suggestions = { data: [{ _id: 'p1', text: 'Vijay Nagar', secondary: 'Indore' }] }

function show(responses: Record<string, unknown> = {}) {
  const [onFound, onAddress] = [vi.fn(), vi.fn()]
  const { requests } = renderInStore(
    <>
      <LocationDialog saved={[home]} onFound={onFound} onAddress={onAddress} onClose={vi.fn()} />
      <Toasts />
    </>,
    { responses: { 'places/search': suggestions, 'places/p1': vijayNagar, ...responses } },
  )
  return { requests, onFound, onAddress }
}

const searches = (requests: string[]) => requests.filter((path) => path.startsWith('places/search'))

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'geolocation')
})

function stubGeolocation(locate: (found: PositionCallback, refused: () => void) => void) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: locate },
  })
}

test('a place is searched when typing stops, and chosen by a tap [loc.2] [loc.3]', async () => {
  const { requests, onFound } = show()

  await userEvent.type(screen.getByPlaceholderText('Enter your location'), 'vijay')
  const list = await screen.findByRole('list', { name: 'Places' })
  expect(searches(requests)).toEqual(['places/search?q=vijay'])
  await userEvent.click(within(list).getByRole('button', { name: /Vijay Nagar/ }))

  await waitFor(() => expect(onFound).toHaveBeenCalledWith(vijayNagar))
})

test('the search waits until nothing was typed for 300 ms [loc.3]', async () => {
  const { requests } = show()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const type = (value: string) =>
    fireEvent.change(screen.getByPlaceholderText('Enter your location'), { target: { value } })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  type('vij')
  await pass(299)
  type('vija')
  await pass(299)
  expect(searches(requests)).toEqual([])
  await pass(1)
  vi.useRealTimers()

  await waitFor(() => expect(searches(requests)).toEqual(['places/search?q=vija']))
})

test('an unknown place is reported [loc.3]', async () => {
  show({ 'places/search': { data: [] } })

  await userEvent.type(screen.getByPlaceholderText('Enter your location'), 'zzz')

  expect(
    await screen.findByText('No places found. Check the spelling, or try your PIN code.'),
  ).toBeVisible()
})

test('a search shows its progress and its failure [loc.3]', async () => {
  let fail: (error: Error) => void = () => undefined
  show({ 'places/search': () => new Promise((_, reject) => (fail = reject)) })

  await userEvent.type(screen.getByPlaceholderText('Enter your location'), 'vijay')
  expect(await screen.findByText('Searching...')).toBeVisible()
  fail(new TypeError('Failed to fetch'))

  expect(
    await screen.findByText(
      'We couldn’t search for places. Please check your connection and try again.',
    ),
  ).toBeVisible()
  expect(screen.queryByText('Searching...')).toBeNull()
})

test('an empty query has no suggestions [loc.3]', async () => {
  const { requests } = show()
  const field = screen.getByPlaceholderText('Enter your location')
  await userEvent.type(field, 'vijay')
  await screen.findByRole('list', { name: 'Places' })

  await userEvent.clear(field)

  expect(screen.queryByRole('list', { name: 'Places' })).toBeNull()
  expect(searches(requests)).toHaveLength(1)
})

test('a saved place is chosen by a tap [loc.2]', async () => {
  const { onAddress } = show()

  await userEvent.click(screen.getByRole('button', { name: /12 Palm Residency/ }))

  expect(onAddress).toHaveBeenCalledWith(home)
})

test('the device’s position can be used [loc.2] [loc.7]', async () => {
  const coords = { latitude: 22.7, longitude: 75.8 } as GeolocationCoordinates
  stubGeolocation((found) => found({ coords } as GeolocationPosition))
  const { onFound } = show({ 'places/reverse': vijayNagar })
  expect(screen.getByText('Current Location')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Enable' }))

  await waitFor(() => expect(onFound).toHaveBeenCalledWith({ ...vijayNagar, ...coords }))
})

test('a shopper who denies access is told what to allow [loc.8]', async () => {
  stubGeolocation((_found, refused) => refused())
  show()

  await userEvent.click(screen.getByRole('button', { name: 'Enable' }))

  expect(await screen.findByText('Allow location access to get your location.')).toBeInTheDocument()
})

test('a browser without geolocation is reported [loc.8]', async () => {
  show()

  await userEvent.click(screen.getByRole('button', { name: 'Enable' }))

  expect(
    await screen.findByText('Geolocation is not supported by this browser.'),
  ).toBeInTheDocument()
})

test('a position without an address is reported [loc.8]', async () => {
  stubGeolocation((found) =>
    found({ coords: { latitude: 1, longitude: 2 } } as GeolocationPosition),
  )
  show()

  await userEvent.click(screen.getByRole('button', { name: 'Enable' }))

  expect(
    await screen.findByText(
      'Something went wrong while fetching your address from google map api.',
    ),
  ).toBeInTheDocument()
})

test('a place that fails to load is reported [loc.8]', async () => {
  show({ 'places/p1': undefined })
  await userEvent.type(screen.getByPlaceholderText('Enter your location'), 'vijay')

  await userEvent.click(await screen.findByRole('button', { name: /Vijay Nagar/ }))

  expect(
    await screen.findByText('Failed to get place details from google maps api.'),
  ).toBeInTheDocument()
})

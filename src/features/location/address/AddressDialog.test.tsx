import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import type { Point } from '#contract/delivery/location.ts'
import { Toasts } from '#app/Toasts.tsx'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { AddressDialog } from './AddressDialog.tsx'

const vijayNagar = {
  formattedAddress: 'Vijay Nagar, Indore, Madhya Pradesh 452010',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: 22.7533,
  longitude: 75.8937,
}

const chosen = { latitude: 22.75, longitude: 75.89 }

const palasia = {
  ...vijayNagar,
  formattedAddress: 'Palasia, Indore, Madhya Pradesh 452001',
  postalCode: '452001',
  latitude: 22.7244,
  longitude: 75.8839,
}
const responses = {
  'places/reverse': vijayNagar,
  'places/search': { data: [{ _id: 'p2', text: 'Palasia', secondary: 'Indore' }] },
  'places/p2': palasia,
  'places/around': {
    data: [
      { name: 'Vijay Nagar', postalCode: '452010', latitude: 22.7533, longitude: 75.8937 },
      { name: 'Dewas Naka', postalCode: '452010', latitude: 22.755, longitude: 75.886 },
    ],
  },
}

function show(near: Point | null = chosen, known: Record<string, unknown> = responses) {
  const onSave = vi.fn().mockResolvedValue(true)
  const onClose = vi.fn()
  const { requests } = renderInStore(
    <>
      <AddressDialog near={near ?? undefined} onSave={onSave} onClose={onClose} />
      <Toasts />
    </>,
    { responses: known },
  )
  return { requests, onSave, onClose }
}

beforeEach(() => clearPersisted())

/** The address of the pin has been looked up. */
const untilFound = () => screen.findByText('Vijay Nagar', { selector: 'b' })

const toForm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Update the pin & proceed' }))

const landmark = () => screen.getByLabelText('Landmark & Area name (optional)')

async function writeStreet(street = '12 Palm Road') {
  await userEvent.type(screen.getByLabelText('House or flat number, floor, building'), 'Flat 302')
  await userEvent.type(screen.getByLabelText('Address'), street)
}

test('on a phone the pin comes first, then the form, and back [loc.4]', async () => {
  let respond: (place: typeof vijayNagar) => void = () => undefined
  const lookup = new Promise<typeof vijayNagar>((resolve) => (respond = resolve))
  show(chosen, { ...responses, 'places/reverse': () => lookup })
  expect(await screen.findByRole('dialog', { name: 'Updating address...' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Update the pin & proceed' })).toBeDisabled()
  respond(vijayNagar)
  await untilFound()
  expect(screen.getByRole('dialog', { name: 'Add address' })).toBeVisible()
  expect(screen.queryByLabelText('Address')).toBeNull()

  await toForm()
  expect(screen.getByLabelText('Address')).toHaveValue('')
  expect(landmark()).toHaveValue('Vijay Nagar')
  expect(screen.getByLabelText('City / District')).toHaveValue('Indore')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))

  expect(screen.getByRole('application')).toBeVisible()
})

test('an address needs a label [loc.6]', async () => {
  const { onSave } = show()
  await untilFound()
  await toForm()
  await writeStreet()

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(screen.getByRole('alert')).toHaveTextContent('Please select an address label!')
  expect(onSave).not.toHaveBeenCalled()
})

test('an address is saved with landmark and coordinates, and the dialog closes [loc.4] [loc.5]', async () => {
  const { onSave, onClose } = show()
  await untilFound()
  await toForm()

  await writeStreet()
  await userEvent.type(landmark(), ', near the lake')
  await userEvent.click(screen.getByRole('button', { name: 'Work' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(onSave).toHaveBeenCalledWith({
    label: 'work',
    house: 'Flat 302',
    street: '12 Palm Road, Vijay Nagar, near the lake',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    latitude: '22.75',
    longitude: '75.89',
  })
  expect(onClose).toHaveBeenCalled()
})

test('the address of the pin is shown below the map, and a searched place moves the pin [loc.4] [loc.7] [loc.11]', async () => {
  const { onSave } = show()
  await untilFound()
  expect(screen.getByText('Indore, Madhya Pradesh 452010')).toBeVisible()

  await userEvent.type(screen.getByPlaceholderText('Enter your location'), 'palasia')
  await userEvent.click(await screen.findByRole('button', { name: /Palasia/ }))

  expect(await screen.findByText('Indore, Madhya Pradesh 452001')).toBeVisible()
  await toForm()
  await writeStreet()
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))
  expect(onSave.mock.lastCall?.[0]).toMatchObject({
    street: '12 Palm Road, Palasia',
    postalCode: '452001',
    latitude: '22.7244',
    longitude: '75.8839',
  })
})

test('an address without a house, or equal to its area, is not saved [loc.5]', async () => {
  const { onSave } = show()
  await untilFound()
  await toForm()
  const house = screen.getByLabelText('House or flat number, floor, building')
  expect(house).toHaveAccessibleDescription(/^Such as/)
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  await userEvent.type(screen.getByLabelText('Address'), 'Vijay Nagar')

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))
  expect(house).toHaveAccessibleDescription('Enter your house or flat number, floor or building')
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription(
    'This is only your area. Enter your street as well.',
  )

  await userEvent.type(house, 'Flat 302')
  await userEvent.type(screen.getByLabelText('Address'), ', Scheme 54')
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))
  expect(onSave).toHaveBeenCalledTimes(1)
})

test('the map labels the places around the pin, and more of them when zoomed out [loc.4] [loc.11]', async () => {
  const { requests } = show()
  const mapRequests = () => requests.filter((path) => path.startsWith('places/around'))
  expect(await screen.findByText('Dewas Naka')).toBeInTheDocument()
  const [first = ''] = mapRequests()

  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }))

  await waitFor(() => expect(mapRequests()).toHaveLength(2))
  const km = (path = '') => Number(new URLSearchParams(path.split('?')[1]).get('km'))
  expect(km(mapRequests()[1]) / km(first)).toBeCloseTo(2, 1)
  for (let step = 0; step < 5; step += 1)
    fireEvent.keyDown(screen.getByRole('application'), { key: '-' })
  expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
})

test('the PIN code can be corrected in the form and accepts digits only [loc.5]', async () => {
  const { onSave } = show()
  await untilFound()
  await toForm()
  const field = screen.getByLabelText('PIN code')
  expect(field).toHaveValue('452010')
  await writeStreet()
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))

  await userEvent.clear(field)
  await userEvent.type(field, '45 20x')
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a 6-digit PIN code')
  await userEvent.type(field, '117')
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(onSave.mock.lastCall?.[0]).toMatchObject({ postalCode: '452011' })
})

test('typed text survives going back to the map and a reload [loc.4] [loc.5]', async () => {
  show()
  await untilFound()
  await toForm()
  await userEvent.clear(screen.getByLabelText('Address'))
  await userEvent.type(screen.getByLabelText('Address'), '12 Palm Residency')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await toForm()
  expect(screen.getByLabelText('Address')).toHaveValue('12 Palm Residency')

  cleanup()
  show()
  await toForm()

  expect(await screen.findByDisplayValue('12 Palm Residency')).toBeVisible()
  expect(JSON.stringify({ ...localStorage })).not.toContain('Palm')
})

test('typed text is deleted after a week [loc.5]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  show()
  await untilFound()
  await toForm()
  await userEvent.type(screen.getByLabelText('Address'), 'gate 4')
  const openAfter = async (days: number) => {
    cleanup()
    vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1000)
    show()
    await untilFound()
    await toForm()
  }

  await openAfter(6)
  expect(screen.getByLabelText('Address')).toHaveValue('gate 4')
  await openAfter(2)
  expect(screen.getByLabelText('Address')).toHaveValue('')
})

test('closing asks before typed text is lost; saving or discarding deletes the draft [loc.4]', async () => {
  const { onClose } = show()
  await untilFound()
  await toForm()
  await userEvent.type(screen.getByLabelText('Address'), 'gate 4')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  const confirmation = screen.getByRole('dialog', { name: 'Discard this address?' })
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText('Address')).toHaveValue('gate 4')
  expect(onClose).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalled()

  cleanup()
  show()
  await untilFound()
  await toForm()
  expect(screen.getByLabelText('Address')).toHaveValue('')
})

test('an untouched form closes without a confirmation [loc.4]', async () => {
  const { onClose } = show()
  await untilFound()

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(onClose).toHaveBeenCalled()
})

test('a failed lookup of the pin is reported, and the pin stays [loc.8]', async () => {
  show(null, { ...responses, 'places/reverse': undefined })
  const map = await screen.findByRole('application')
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyUp(map, { key: 'ArrowUp' })

  expect(
    await screen.findByText(
      'Something went wrong while fetching your address from google map api.',
    ),
  ).toBeInTheDocument()
  await toForm()
  await userEvent.type(screen.getByLabelText('City / District'), 'Indore')
  expect(screen.getByLabelText('City / District')).toHaveValue('Indore')
})

test('arrow keys move the pin, and its address is looked up when they stop [loc.4] [loc.11] [a11y.1]', async () => {
  const { requests } = show()
  await untilFound()
  const map = screen.getByRole('application')

  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  expect(requests.filter((path) => path.startsWith('places/reverse'))).toHaveLength(1)
  fireEvent.keyUp(map, { key: 'ArrowUp' })

  expect(await screen.findByRole('dialog', { name: 'Updating address...' })).toBeVisible()
  const moved = requests.filter((path) => path.startsWith('places/reverse'))[1] ?? ''
  expect(Number(new URLSearchParams(moved.split('?')[1]).get('lat'))).toBeGreaterThan(22.751)
})

test('if the pin moves during a lookup, the latest place counts [loc.4] [loc.7]', async () => {
  const pending: ((place: typeof vijayNagar) => void)[] = []
  const lookUp = () => new Promise((resolve) => pending.push(resolve))
  show(null, { ...responses, 'places/reverse': lookUp })
  const map = await screen.findByRole('application')
  for (let step = 0; step < 2; step += 1) {
    fireEvent.keyDown(map, { key: 'ArrowUp' })
    fireEvent.keyUp(map, { key: 'ArrowUp' })
  }
  await waitFor(() => expect(pending).toHaveLength(2))

  pending[1]?.(palasia)
  await screen.findByText('Palasia')
  pending[0]?.(vijayNagar)

  await toForm()
  expect(landmark()).toHaveValue('Palasia')
  expect(screen.getByLabelText('PIN code')).toHaveValue('452001')
})

const needsPlace = 'Choose your location on the map'

test('the initial position of the map is not an address: a place must be chosen [loc.4]', async () => {
  const { requests } = show(null)
  await toForm()
  expect(screen.getByRole('alert')).toHaveTextContent(needsPlace)
  expect(screen.queryByLabelText('Address')).toBeNull()
  expect(requests.filter((path) => path.startsWith('places/reverse'))).toEqual([])

  const map = screen.getByRole('application')
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyUp(map, { key: 'ArrowUp' })
  await untilFound()
  expect(screen.queryByRole('alert')).toBeNull()
  await toForm()

  expect(landmark()).toHaveValue('Vijay Nagar')
})

test('on a wide screen an address cannot be saved without a chosen place [loc.4]', async () => {
  const wide = Object.assign(matchMedia(''), { matches: true })
  vi.stubGlobal('matchMedia', () => wide)
  const { onSave } = show(null)
  expect(screen.getByLabelText('City / District')).toHaveValue('')
  await writeStreet()
  await userEvent.type(screen.getByLabelText('City / District'), 'Indore')
  await userEvent.type(screen.getByLabelText('PIN code'), '452010')
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(screen.getByRole('alert')).toHaveTextContent(needsPlace)
  expect(onSave).not.toHaveBeenCalled()
})

test('offline an address is saved without a map, and the server locates it by its PIN code [loc.4] [pwa.13]', async () => {
  const { onSave } = show(chosen)
  await untilFound()
  const fetch = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  // Later than every timestamp of the tests above, with a clock of its own.
  const at = Date.now() + 30 * 24 * 60 * 60 * 1000
  act(() => observe({ kind: 'link', isUp: false, at }))
  onTestFinished(() => observe({ kind: 'response', status: 200, isOurs: true, at: at + 1 }))
  expect(await screen.findByText(/so we can’t show the map/)).toBeVisible()
  expect(screen.queryByRole('application')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await writeStreet('7 Lake View')
  await userEvent.clear(screen.getByLabelText('City / District'))
  await userEvent.type(screen.getByLabelText('City / District'), 'Bhopal')
  await userEvent.clear(screen.getByLabelText('PIN code'))
  await userEvent.type(screen.getByLabelText('PIN code'), '462001')
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))
  expect(onSave).toHaveBeenCalledWith(
    expect.objectContaining({ postalCode: '462001', latitude: undefined, longitude: undefined }),
  )
})

test('an address entered without a map has no pin, even if the connection is back [loc.4] [pwa.13]', async () => {
  const at = Date.now() + 60 * 24 * 60 * 60 * 1000
  act(() => observe({ kind: 'link', isUp: false, at }))
  const { onSave } = show(chosen)
  await screen.findByLabelText('Address')
  await writeStreet('7 Lake View')
  await userEvent.type(screen.getByLabelText('City / District'), 'Dewas')
  await userEvent.type(screen.getByLabelText('PIN code'), '455001')
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  act(() => observe({ kind: 'response', status: 200, isOurs: true, at: at + 1 }))
  await waitFor(() => expect(screen.queryByText(/so we can’t show the map/)).toBeNull())

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))
  expect(onSave).toHaveBeenCalledWith(
    expect.objectContaining({ postalCode: '455001', state: '', latitude: undefined }),
  )
})

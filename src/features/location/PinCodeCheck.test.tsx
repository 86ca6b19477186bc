import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { checkedPointAtom, locationAtom } from './locationAtom.ts'
import { PinCodeCheck } from './PinCodeCheck.tsx'
import { useChosenPlace } from './serviceability.ts'

const fastDelivery = { deliveryTime: 25, unit: 'minutes', tryAndBuy: true, city: 'Indore' }
const yes = { success: true, status: 200, data: { result: fastDelivery } }
const no = { success: false, status: 404, msg: 'We are not serviceable in your area.' }

const vijayNagar = {
  formattedAddress: 'Vijay Nagar, Indore, Madhya Pradesh 452010',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: 22.7533,
  longitude: 75.8937,
}
const suggestions = [{ _id: '7', text: 'Vijay Nagar', secondary: 'Indore, Madhya Pradesh 452010' }]

function show(changes: Record<string, unknown> = {}) {
  return renderInStore(<PinCodeCheck />, {
    responses: {
      'places/search': { data: suggestions },
      'places/7': vijayNagar,
      'warehouse/check-delivery': () => Response.json(yes),
      ...changes,
    },
  })
}

async function check(pinCode: string) {
  const field = screen.getByRole('textbox', { name: 'PIN code' })
  await userEvent.clear(field)
  await userEvent.type(field, pinCode)
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
}

const location = () => getDefaultStore().get(locationAtom)

beforeEach(async () => {
  await clearPersisted()
  getDefaultStore().set(checkedPointAtom, undefined)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T16:00:00+05:30') })
})
afterEach(() => vi.useRealTimers())

test('says when an order arrives at a PIN code, typed with a space or not [product.1]', async () => {
  const { requests } = show()

  await check('452 010')

  expect(await screen.findByText('Arrives by 4:30 pm')).toBeVisible()
  expect(requests.filter((path) => path !== 'store')).toEqual([
    'places/search?q=452010',
    'places/7',
    'warehouse/check-delivery?latitude=22.7533&longitude=75.8937',
  ])
})

test('while the store is closed the order arrives in the morning [product.1]', async () => {
  vi.setSystemTime(new Date('2026-11-25T22:00:00+05:30'))
  show()

  await check('452010')

  expect(await screen.findByText('Arrives tomorrow by 10:30 am')).toBeVisible()
})

test('says that there is no delivery to a PIN code, and keeps the location [loc.9]', async () => {
  show({ 'warehouse/check-delivery': () => Response.json(no) })

  await check('452010')

  expect(await screen.findByText('We don’t deliver to 452010 yet')).toBeVisible()
  expect(location()).toBeNull()
})

test('the place becomes the location of a shopper without one [loc.9]', async () => {
  show()

  await check('452010')

  const text = 'Vijay Nagar, Indore, Madhya Pradesh 452010'
  await waitFor(() =>
    expect(location()).toMatchObject({ text, city: 'Indore', delivery: fastDelivery }),
  )
})

test('the next PIN code replaces the place that the form has set [loc.9]', async () => {
  const palasia = {
    ...vijayNagar,
    formattedAddress: 'Palasia, Indore, Madhya Pradesh 452001',
    postalCode: '452001',
  }
  const isPalasia = (path: string) => path.endsWith('452001')
  show({
    'places/search': (path: string) => ({
      data: isPalasia(path) ? [{ ...suggestions[0], _id: '8' }] : suggestions,
    }),
    'places/8': palasia,
  })
  await check('452010')
  await waitFor(() => expect(location()?.text).toMatch(/^Vijay Nagar/))

  await check('452001')

  await waitFor(() => expect(location()?.text).toMatch(/^Palasia/))
})

test('a chosen location stays, and another PIN code can be checked [loc.9]', async () => {
  const chosen = { text: 'Palasia, Indore', city: 'Indore', latitude: '22.72', longitude: '75.88' }
  show()
  await check('45201')
  await act(() => getDefaultStore().set(locationAtom, () => chosen))

  await userEvent.clear(screen.getByRole('textbox', { name: 'PIN code' }))
  await check('452010')

  expect(await screen.findByText(/^Arrives by /)).toBeVisible()
  expect(location()).toEqual(chosen)
})

test.for(['45201', '052010'])('%s is not a PIN code, and is not requested', async (pinCode) => {
  const { requests } = show()

  await check(pinCode)

  expect(screen.getByRole('status')).toHaveTextContent('Enter a 6-digit PIN code')
  const field = screen.getByRole('textbox', { name: 'PIN code' })
  expect(field).toHaveFocus()
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Enter a 6-digit PIN code')
  expect(requests.filter((path) => path !== 'store')).toEqual([])
})

test('an unknown PIN code is reported', async () => {
  show()

  await check('999999')

  expect(await screen.findByText('We couldn’t find this PIN code. Please check it.')).toBeVisible()
})

test('a failed check can be repeated', async () => {
  let failures = 0
  const fail = (error: () => unknown) => () => (failures++ === 0 ? error() : { data: suggestions })
  const unavailable = { success: false, code: 'unavailable', msg: 'Please try again later.' }
  show({ 'places/search': fail(() => Response.json(unavailable, { status: 500 })) })

  await check('452010')
  expect(
    await screen.findByText('We couldn’t check this PIN code. Please try again.'),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))

  expect(await screen.findByText('Arrives by 4:30 pm')).toBeVisible()
})

test('a missing connection is reported', async () => {
  show({ 'places/search': () => Promise.reject(new TypeError('Failed to fetch')) })

  await check('452010')

  expect(await screen.findByText('No connection. Please try again.')).toBeVisible()
})

test('the message disappears once another PIN code is typed', async () => {
  show()
  await check('452010')
  await screen.findByText('Arrives by 4:30 pm')

  await userEvent.type(screen.getByRole('textbox', { name: 'PIN code' }), '{Backspace}8')

  expect(screen.getByRole('status')).toHaveTextContent('Check the delivery time for your PIN code.')
})

test('a response for a PIN code that was changed meanwhile is not shown', async () => {
  let respond: (result: unknown) => void = () => undefined
  const { requests } = show({ 'places/7': () => new Promise((resolve) => (respond = resolve)) })
  await check('452010')

  await userEvent.type(screen.getByRole('textbox', { name: 'PIN code' }), '{Backspace}8')
  respond(vijayNagar)

  await waitFor(() => expect(requests.at(-1)).toMatch(/^warehouse\/check-delivery/))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(location()).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('Check the delivery time for your PIN code.')
})

test('the map of a new address starts at the checked PIN code, also without delivery there, until a place is chosen [loc.4] [loc.9]', async () => {
  function MapStart() {
    const { near, choosePlace } = useChosenPlace()
    return (
      <>
        <output>{near ? `${near.latitude}, ${near.longitude}` : 'none'}</output>
        <button onClick={() => choosePlace({ ...vijayNagar, latitude: 22.7, longitude: 75.8 })}>
          Rajwada
        </button>
      </>
    )
  }
  renderInStore(<MapStart />)
  expect(screen.getByRole('status')).toHaveTextContent('none')
  show({ 'warehouse/check-delivery': () => Response.json(no) })

  await check('452010')

  const start = await screen.findByText('22.7533, 75.8937')
  await userEvent.click(screen.getByRole('button', { name: 'Rajwada' }))
  await waitFor(() => expect(start).toHaveTextContent('22.7, 75.8'))
})

test('a PIN code typed before the form is hydrated is checked [product.1] [shell.5]', async () => {
  show()
  cleanup()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<PinCodeCheck />)
  screen.getByRole<HTMLInputElement>('textbox', { name: 'PIN code' }).value = '452010'

  const root = await act(async () => hydrateRoot(container, <PinCodeCheck />))
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))

  expect(await screen.findByText('Arrives by 4:30 pm')).toBeVisible()
  act(() => root.unmount())
  container.remove()
})

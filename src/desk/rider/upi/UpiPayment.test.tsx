import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { DoorPayment, RiderShift } from '#contract/staff/riders.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { forgetDeliveries } from '#desk/rider/moves/moves.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { aDelivery } from '#tests/support/desk/deliveries.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }
const payment = 'api/staff/orders/PEH-9D3WN/door-payment'
const waiting: DoorPayment = {
  ...{ state: 'waiting', amountPaise: 2658_00, url: 'https://rzp.example/l/abc' },
}

/** A cash order at the door. `server.payment` is what the store says of its payment. */
function showDoor(handlers: Parameters<typeof stubDeskServer>[0] = {}) {
  const server: { payment: DoorPayment } = { payment: waiting }
  const shiftOf = (): RiderShift => {
    const isPaid = server.payment.state === 'paid'
    const delivery = aDelivery({
      ...{ state: 'onTheWay', status: 'On the way', isPaid, duePaise: isPaid ? 0 : 2658_00 },
    })
    return {
      ...{
        onShiftSince: null,
        deliveries: [delivery],
        pickups: [],
        taken: [],
        from: null,
        hasMap: false,
      },
      at: new Date().toISOString(),
    }
  }
  stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () => succeed(shiftOf()),
    [`POST /${payment}`]: () => succeed(waiting),
    [`GET /${payment}`]: () => succeed(server.payment),
    ...handlers,
  })
  history.replaceState(null, '', '/desk/deliveries/PEH-9D3WN')
  render(<Desk />)
  return server
}

beforeEach(() => saveSession({ token, person: rider }))
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
    observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  })
})

test('the page shows the code, follows the payment and then collects nothing [rider.4]', async () => {
  const server = showDoor()
  expect(await screen.findByRole('button', { name: /^Delivered, ₹2,658/ })).toBeEnabled()
  await userEvent.click(screen.getByRole('button', { name: 'UPI: show the QR code' }))
  expect(await screen.findByText('The customer scans it and pays ₹2,658.00')).toBeVisible()
  expect(screen.getByText('Waiting for the payment…')).toBeVisible()

  server.payment = { state: 'paid', amountPaise: 2658_00, url: null }

  const paid = await screen.findByText(/^Paid by UPI: ₹2,658.00/, undefined, { timeout: 6000 })
  expect(paid).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delivered' })).toBeEnabled())
})

test('a code that could not be made is said, and asked for again [rider.4]', async () => {
  const msg = 'The payment provider isn’t responding. Please try again.'
  showDoor({ [`POST /${payment}`]: () => refuse('unavailable', 503, msg) })
  await userEvent.click(await screen.findByRole('button', { name: 'UPI: show the QR code' }))

  expect(await screen.findByText(msg)).toBeVisible()
  expect(screen.getByRole('button', { name: 'UPI: show the QR code' })).toBeEnabled()
})

test('without a connection it says that UPI needs one [rider.4]', async () => {
  showDoor()
  await screen.findByRole('button', { name: 'UPI: show the QR code' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  act(() => observe({ kind: 'link', isUp: false, at: Date.now() + 1 }))

  expect(await screen.findByText(/^UPI needs a connection/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'UPI: show the QR code' })).toBeDisabled()
})

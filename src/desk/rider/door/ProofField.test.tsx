import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Delivery, RiderShift } from '#contract/staff/riders.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { aDelivery } from '#tests/support/desk/deliveries.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { forgetDeliveries } from '#desk/rider/moves/moves.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }
const move = 'POST /api/staff/orders/PEH-9D3WN/move'
const atTheDoor = (proof: Delivery['proof']) =>
  aDelivery({ state: 'onTheWay', status: 'On the way', duePaise: 0, isPaid: true, proof })

function showDoor(delivery: Delivery, answer: () => Response) {
  const shift: RiderShift = {
    ...{
      onShiftSince: null,
      deliveries: [delivery],
      pickups: [],
      taken: [],
      from: null,
      hasMap: false,
    },
    at: '2026-11-27T13:00:00.000Z',
  }
  const sent = stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () => succeed(shift),
    'POST /api/staff/orders/PEH-9D3WN/photos': () => succeed({ id: 'photo-1' }),
    [move]: answer,
  })
  history.replaceState(null, '', '/desk/deliveries/PEH-9D3WN')
  render(<Desk />)
  return () => sent.find(({ call }) => call === move)?.body
}

beforeEach(() => saveSession({ token, person: rider }))
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
    observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  })
})

test('the customer’s code is sent with the delivery; a wrong one comes back with what to do [rider.2] [rider.6]', async () => {
  const msg = 'This isn’t the code of the order'
  const sentBody = showDoor(atTheDoor('code'), () =>
    Response.json(
      { success: false, code: 'invalid', msg, fields: { code: msg } },
      { status: 400, headers: { 'x-api': '1' } },
    ),
  )
  expect(await screen.findByRole('button', { name: 'Enter the code first' })).toBeDisabled()

  await userEvent.type(screen.getByLabelText('Code from the customer'), '48a21')
  await userEvent.click(screen.getByRole('button', { name: 'Delivered' }))

  expect(await screen.findByText(`PEH-9D3WN: ${msg}.`)).toBeVisible()
  expect(screen.getByText(/^Ask the customer for the code/)).toBeVisible()
  expect(sentBody()).toEqual({ move: 'deliver', from: 'onTheWay', code: '4821' })
})

test('a photo is taken, sent and named by the delivery [rider.2]', async () => {
  const sentBody = showDoor(atTheDoor('photo'), () => refuse('unavailable', 503))
  expect(await screen.findByRole('button', { name: 'Take a photo first' })).toBeDisabled()

  const photo = new File([new Uint8Array([255, 216, 255])], 'door.jpg', { type: 'image/jpeg' })
  await userEvent.upload(screen.getByLabelText('Take a photo'), photo)
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delivered' }))

  await waitFor(() =>
    expect(sentBody()).toEqual({ move: 'deliver', from: 'onTheWay', photoId: 'photo-1' }),
  )
})

test('without a proof nothing is asked [rider.2]', async () => {
  showDoor(atTheDoor('none'), () => refuse('unavailable', 503))

  expect(await screen.findByRole('button', { name: 'Delivered' })).toBeEnabled()
  expect(screen.queryByRole('region', { name: 'Proof of delivery' })).toBeNull()
})

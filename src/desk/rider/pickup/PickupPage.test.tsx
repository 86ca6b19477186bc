import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Pickup } from '#contract/staff/pickups.ts'
import type { RiderShift } from '#contract/staff/riders.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { forgetDeliveries } from '#desk/rider/moves/moves.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { aPickup } from '#tests/support/desk/deliveries.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }
const shiftOf = (pickups: Pickup[]): RiderShift => ({
  ...{
    onShiftSince: '2026-11-27T08:00:00.000Z',
    deliveries: [],
    pickups,
    taken: [],
    from: null,
    hasMap: false,
  },
  at: '2026-11-27T13:00:00.000Z',
})
const check = 'POST /api/staff/orders/PEH-7RT2Q/pickup/check'
const photos = 'POST /api/staff/orders/PEH-7RT2Q/photos'

function showPickup(pickup = aPickup(), handlers: Parameters<typeof stubDeskServer>[0] = {}) {
  let open = [pickup]
  const sent = stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () => succeed(shiftOf(open)),
    [check]: () => {
      open = []
      return succeed(null)
    },
    [photos]: () => succeed({ id: 'photo-1' }),
    ...handlers,
  })
  history.replaceState(null, '', '/desk/pick-ups/PEH-7RT2Q')
  render(<Desk />)
  return sent
}

const aPhoto = () => new File([new Uint8Array([255, 216, 255])], 'door.jpg', { type: 'image/jpeg' })
const bodyOf = (sent: ReturnType<typeof stubDeskServer>) =>
  sent.find(({ call }) => call === check)?.body

beforeEach(() => saveSession({ token, person: rider }))
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
    observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  })
})

test('an item that is as delivered is taken along with one tap more [rider.5]', async () => {
  const sent = showPickup()
  expect(await screen.findByText('Customer: Quality issue')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check every item first' })).toBeDisabled()

  await userEvent.click(screen.getByRole('radio', { name: 'As delivered' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done, 1 item taken' }))

  await waitFor(() =>
    expect(bodyOf(sent)).toEqual({
      move: 'check',
      items: [
        {
          ...{ item: 1, from: 'Return Requested', finding: 'fine', outcome: 'taken' },
          photoIds: [],
        },
      ],
    }),
  )
  expect(await screen.findByText('No deliveries')).toBeVisible()
})

test('a worn item needs a photo and a decision, and its photo is sent before the check [rider.5]', async () => {
  const sent = showPickup()
  await userEvent.click(await screen.findByRole('radio', { name: 'Worn' }))
  expect(screen.getByRole('button', { name: 'Take a photo first' })).toBeDisabled()

  await userEvent.upload(screen.getByLabelText('Take a photo'), aPhoto())
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await userEvent.type(screen.getByLabelText('What you found (optional)'), 'Stain')
  await userEvent.click(screen.getByRole('radio', { name: 'Leave it with the customer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done, nothing taken' }))

  await waitFor(() =>
    expect(bodyOf(sent)).toEqual({
      move: 'check',
      items: [
        {
          ...{ item: 1, from: 'Return Requested', finding: 'worn', outcome: 'refused' },
          ...{ note: 'Stain', photoIds: ['photo-1'] },
        },
      ],
    }),
  )
  const calls = sent.map(({ call }) => call).filter((call) => call === photos || call === check)
  expect(calls).toEqual([photos, check])
})

test('an exchange says which size to hand over; what the store accepted must be taken [rider.5]', async () => {
  const item = aPickup().items[0]!
  showPickup(
    aPickup({
      items: [{ ...item, kind: 'exchange', status: 'Exchange Accepted', newSize: 'L' }],
    }),
  )

  expect(await screen.findByText('Hand over the new size: L')).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Customer keeps it' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Damaged' }))
  expect(screen.getByText(/has accepted this return already/)).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Leave it with the customer' })).toBeNull()
})

test('a check that was not accepted comes back with the reason [rider.5] [rider.6]', async () => {
  const msg = 'The customer withdrew the return'
  showPickup(aPickup(), { [check]: () => refuse('not_allowed_now', 409, msg) })
  await userEvent.click(await screen.findByRole('radio', { name: 'As delivered' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done, 1 item taken' }))

  expect(await screen.findByText('“Pick-up checked” was not accepted')).toBeVisible()
  expect(screen.getByText(`PEH-7RT2Q: ${msg}.`)).toBeVisible()
})

test('a pick-up that is not the rider’s any more says why [rider.5]', async () => {
  showPickup(aPickup({ number: 'PEH-OTHER' }))

  expect(await screen.findByText('This pick-up isn’t in your deliveries')).toBeVisible()
})

test('a check without a connection waits with its photo, and the item is to be brought back [rider.5] [rider.6]', async () => {
  showPickup()
  await userEvent.click(await screen.findByRole('radio', { name: 'As delivered' }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  act(() => observe({ kind: 'link', isUp: false, at: Date.now() + 1 }))
  await userEvent.click(screen.getByRole('button', { name: 'Done, 1 item taken' }))

  // The list, which the page leads to.
  const taken = await screen.findByRole('region', { name: 'Bring back to the warehouse' })
  expect(taken).toHaveTextContent('Block-print shirt, M')
  expect(screen.getByText('1 update waiting')).toBeVisible()
  expect(screen.getByText('Pick-up checked')).toBeVisible()
})

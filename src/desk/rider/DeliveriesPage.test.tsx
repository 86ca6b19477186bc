import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { RiderShift } from '#contract/staff/riders.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { aDelivery, aPickup } from '#tests/support/desk/deliveries.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { aStore } from '#tests/support/shopper/builders.ts'
import { forgetDeliveries } from './moves/moves.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }
const shiftOf = (changes: Partial<RiderShift> = {}): RiderShift => ({
  ...{
    onShiftSince: '2026-11-27T08:00:00.000Z',
    deliveries: [],
    pickups: [],
    taken: [],
    from: null,
    hasMap: false,
    at: '2026-11-27T13:00:00.000Z',
  },
  ...changes,
})
const move = 'POST /api/staff/orders/PEH-9D3WN/move'

function showDeliveries(read: () => Response, handlers: Parameters<typeof stubDeskServer>[0] = {}) {
  const sent = stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': read,
    ...handlers,
  })
  history.replaceState(null, '', '/desk/deliveries')
  render(<Desk />)
  return sent
}

beforeEach(() => {
  saveSession({ token, person: rider })
  // The page of the test before read its list until it was removed, without a connection too.
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 })
})
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
  })
})

describe('the deliveries', () => {
  test('without any, it says when they come [rider.1]', async () => {
    showDeliveries(() => succeed(shiftOf()))

    expect(await screen.findByText('No deliveries')).toBeVisible()
    expect(screen.getByText(/when the warehouse hands them over/)).toBeVisible()
  })

  test('a list that could not be read is said, and read again [rider.1]', async () => {
    let isDown = true
    showDeliveries(() => (isDown ? refuse('unexpected', 500, 'Broken') : succeed(shiftOf())))

    expect(await screen.findByText('We couldn’t load your deliveries.')).toBeVisible()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No deliveries')).toBeVisible()
  })

  test('what to collect is shown on every stop, open or short [rider.1]', async () => {
    const deliveries = [
      aDelivery(),
      aDelivery({ number: 'PEH-2', duePaise: 0, isPaid: true }),
      aDelivery({ number: 'PEH-3', duePaise: 1309_38 }),
    ]
    showDeliveries(() => succeed(shiftOf({ deliveries })))

    expect(await screen.findByText('Collect ₹2,658')).toBeVisible()
    expect(screen.getByText('Paid, collect nothing')).toBeVisible()
    expect(screen.getByText('Collect ₹1,309.38')).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Start delivery' })).toHaveLength(1)
  })

  test('the stops can be seen in the suggested order, and opened together in the map application [rider.1]', async () => {
    const at = (latitude: number) => ({ text: 'Indore', latitude, longitude: 75.89 })
    const receiver = (name: string) => ({ name, contactNumber: '9876500001' })
    const promisedBy = new Date(Date.now() + 3_600_000).toISOString()
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const deliveries = [
      aDelivery({ receiver: receiver('Far Away'), address: at(22.79), promisedBy }),
      aDelivery({
        number: 'PEH-2',
        receiver: receiver('Near By'),
        address: at(22.751),
        promisedBy: later,
      }),
    ]
    const pickups = [aPickup({ receiver: receiver('Half Way'), address: at(22.77) })]
    const from = { latitude: 22.75, longitude: 75.89 }
    showDeliveries(() => succeed(shiftOf({ deliveries, pickups, from })))
    const names = () =>
      within(screen.getByRole('main'))
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
    expect(await screen.findByText('Half Way')).toBeVisible()
    expect(names()).toEqual(['Far Away', 'Near By', 'Half Way'])

    await userEvent.click(screen.getByRole('radio', { name: 'Suggested' }))

    expect(names()).toEqual(['Near By', 'Half Way', 'Far Away'])
    expect(screen.queryByRole('radio', { name: 'Map' })).toBeNull()
    const link = screen.getByRole('link', { name: 'Open all stops in maps' })
    expect(new URL(link.getAttribute('href') ?? '').searchParams.get('destination')).toBe(
      '22.79,75.89',
    )
    await userEvent.click(screen.getByRole('radio', { name: 'By promise' }))
    expect(names()).toEqual(['Far Away', 'Near By', 'Half Way'])
  })

  test('a shift that cannot end says why [rider.7]', async () => {
    const msg =
      'You still have PEH-9D3WN. Deliver it, or ask your manager to give it to another rider.'
    showDeliveries(() => succeed(shiftOf({ deliveries: [aDelivery()] })), {
      'DELETE /api/staff/shift': () => refuse('not_allowed_now', 409, msg),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'End shift' }))

    expect(await screen.findByText(msg)).toBeVisible()
  })

  test('the sound is off until the rider turns it on [rider.1]', async () => {
    showDeliveries(() => succeed(shiftOf()))

    expect(
      await screen.findByRole('button', { name: 'Sound for new deliveries: off' }),
    ).toHaveAttribute('aria-pressed', 'false')
  })
})

test('with a key the stops are on a map, which says when it needs a connection [rider.1]', async () => {
  const deliveries = [aDelivery(), aDelivery({ number: 'PEH-2' })]
  const maps = { googleKey: 'the-key', attribution: [] }
  showDeliveries(() => succeed(shiftOf({ deliveries, hasMap: true })), {
    'GET /api/store': () => succeed({ ...aStore(), maps }),
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Map' }))
  expect(await screen.findByTitle('Map of your stops')).toHaveAttribute('sandbox', 'allow-scripts')

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  act(() => observe({ kind: 'link', isUp: false, at: Date.now() + 1 }))
  expect(await screen.findByText(/^The map needs a connection/)).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'By promise' }))
})

describe('a move', () => {
  const withOrder = () => succeed(shiftOf({ deliveries: [aDelivery()] }))

  test('two quick taps send it once, with the state it was made from [rider.6]', async () => {
    const sent = showDeliveries(withOrder, { [move]: () => refuse('unavailable', 503) })
    const start = await screen.findByRole('button', { name: 'Start delivery' })
    // The second tap arrives before the first one is drawn.
    act(() => {
      start.click()
      start.click()
    })

    expect(await screen.findByText('1 update waiting')).toBeVisible()
    const moves = sent.filter(({ call }) => call === move)
    expect(moves[0]?.body).toEqual({ move: 'startDelivery', from: 'withRider' })
    expect(screen.getByText('Waiting to be sent')).toBeVisible()
    expect(screen.getByText('On the way')).toBeVisible()
  })

  test('that somebody overtook is taken back, with who and what [rider.6]', async () => {
    const msg = 'Meera Kulkarni cancelled before you'
    showDeliveries(withOrder, {
      [move]: () =>
        Response.json(
          { success: false, code: 'conflict', msg, fields: { from: msg } },
          { status: 409, headers: { 'x-api': '1' } },
        ),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Start delivery' }))

    expect(await screen.findByText('“Delivery started” was not accepted')).toBeVisible()
    expect(screen.getByText(`PEH-9D3WN: ${msg}.`)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Start delivery' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'OK, PEH-9D3WN' }))
    await waitFor(() => expect(screen.queryByText(/was not accepted/)).toBeNull())
  })

  test('whose request is still under way is sent again, and not taken back [rider.6]', async () => {
    showDeliveries(withOrder, {
      [move]: () => refuse('conflict', 409, 'Your request is already being processed.'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Start delivery' }))

    expect(await screen.findByText('1 update waiting')).toBeVisible()
    expect(screen.queryByText(/was not accepted/)).toBeNull()
  })

  test('made without a connection is kept [rider.6]', async () => {
    showDeliveries(withOrder)
    const start = await screen.findByRole('button', { name: 'Start delivery' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    act(() => observe({ kind: 'link', isUp: false, at: Date.now() + 1 }))
    await userEvent.click(start)

    expect(await screen.findByText('1 update waiting')).toBeVisible()
    expect(screen.getByText(/^Saved on this phone at/)).toBeVisible()
  })
})

import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Delivery, RiderShift } from '#contract/staff/riders.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { forgetDeliveries } from '#desk/rider/moves/moves.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { aDelivery } from '#tests/support/desk/deliveries.ts'
import { person, stubDeskServer, succeed, token } from '#tests/support/screens/stubDeskServer.ts'
import { setSharing, sharingAtom } from './sharedPosition.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }
const onTheWay = aDelivery({ state: 'onTheWay', status: 'On the way' })

/** The phone's location service: whether it is watched, and its answers. */
function stubLocation() {
  const watches = new Map<number, [PositionCallback, PositionErrorCallback | null | undefined]>()
  vi.stubGlobal('navigator', {
    ...{ onLine: true, userAgent: navigator.userAgent, locks: undefined },
    geolocation: {
      watchPosition: (done: PositionCallback, fail?: PositionErrorCallback | null) => {
        const id = watches.size + 1
        watches.set(id, [done, fail])
        return id
      },
      clearWatch: (id: number) => void watches.delete(id),
    },
  })
  return {
    isWatched: () => watches.size > 0,
    isAt: (latitude: number, longitude: number) => {
      const coords = { latitude, longitude } as GeolocationCoordinates
      for (const [done] of watches.values()) done({ coords } as GeolocationPosition)
    },
    deny: () => {
      const error = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError
      for (const [, fail] of watches.values()) fail?.(error)
    },
  }
}

function show(deliveries: Delivery[]) {
  const server = { deliveries }
  const sent = stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () => {
      const shift: RiderShift = {
        ...{ onShiftSince: '2026-11-27T08:00:00.000Z', deliveries: server.deliveries },
        ...{ pickups: [], taken: [], from: null, hasMap: false, at: new Date().toISOString() },
      }
      return succeed(shift)
    },
    'PUT /api/staff/position': () => succeed({ orders: 1 }),
  })
  history.replaceState(null, '', '/desk/deliveries')
  render(<Desk />)
  return { server, sent: () => sent.filter(({ call }) => call === 'PUT /api/staff/position') }
}

beforeEach(() => saveSession({ token, person: rider }))
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
    observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
    setSharing(false)
  })
  getDefaultStore().set(sharingAtom, 'unasked')
  localStorage.clear()
})

test('the position is watched after the rider agreed, while an order is on the way, and not after it [rider.8]', async () => {
  const phone = stubLocation()
  const { server, sent } = show([onTheWay])
  expect(await screen.findByText(/^Share your position\?/)).toBeVisible()
  expect(phone.isWatched()).toBe(false)

  await userEvent.click(screen.getByRole('button', { name: 'Share my position' }))
  expect(phone.isWatched()).toBe(true)
  act(() => {
    phone.isAt(22.75, 75.89)
    phone.isAt(22.76, 75.9)
  })

  await waitFor(() => expect(sent()).toHaveLength(1))
  // A second one within the pause is not sent.
  act(() => phone.isAt(22.77, 75.91))
  expect(sent()).toHaveLength(1)

  server.deliveries = [aDelivery()]
  await waitFor(() => expect(phone.isWatched()).toBe(false), { timeout: 5000 })
  expect(screen.getByText('Your position is shared once an order is on the way')).toBeVisible()
})

test('a rider who does not agree is not asked again, and a browser that forbids it is named [rider.8]', async () => {
  const phone = stubLocation()
  show([onTheWay])
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.getByText('Your position is not shared')).toBeVisible()
  expect(phone.isWatched()).toBe(false)

  await userEvent.click(screen.getByRole('button', { name: 'Share my position' }))
  act(() => phone.deny())

  expect(await screen.findByText(/^Your browser doesn’t let the desk/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }))
  expect(phone.isWatched()).toBe(false)
})

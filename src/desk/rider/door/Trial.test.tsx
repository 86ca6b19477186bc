import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { BoardState } from '#contract/staff/orderMoves.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { readDeliveries } from '#desk/rider/deliveries.ts'
import { forgetDeliveries } from '#desk/rider/moves/moves.ts'
import { aDelivery } from '#tests/support/pages/deliveries.ts'
import { person, stubDeskServer, succeed, token } from '#tests/support/pages/deskServer.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }

beforeEach(() => saveSession({ token, person: rider }))
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
  })
})

test('what was chosen at a trial stays if the order shows another state for a moment [rider.3]', async () => {
  let state: BoardState = 'trial'
  stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () =>
      succeed({
        ...{ onShiftSince: null, pickups: [], taken: [], from: null, hasMap: false },
        deliveries: [aDelivery({ state })],
        at: new Date().toISOString(),
      }),
  })
  history.replaceState(null, '', '/desk/deliveries/PEH-9D3WN')
  render(<Desk />)
  const keepsNone = { name: 'Keeps none' }
  await userEvent.click((await screen.findAllByRole('radio', keepsNone))[0]!)

  state = 'atDoor'
  await act(readDeliveries)
  expect(screen.queryByRole('radio', keepsNone)).toBeNull()
  state = 'trial'
  await act(readDeliveries)

  expect(screen.getAllByRole('radio', keepsNone)[0]).toBeChecked()
})

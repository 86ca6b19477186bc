import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { BoardState } from '#contract/staff/orderMoves.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { readDeliveries } from '#desk/rider/deliveries.ts'
import { forgetDeliveries } from '#desk/rider/moves/moves.ts'
import { texts } from '#desk/rider/texts.ts'
import { aDelivery } from '#tests/support/desk/deliveries.ts'
import { person, stubDeskServer, succeed, token } from '#tests/support/screens/stubDeskServer.ts'

const rider = { ...person, id: 'ravi', name: 'Ravi Sahu', role: 'rider' as const }

beforeEach(() => saveSession({ token, person: rider }))
afterEach(async () => {
  await act(async () => {
    await forgetDeliveries()
    endSession()
  })
})

test('the difference of a dearer item is collected, unless what goes back covers it [rider.3] [board.4]', async () => {
  const moves: unknown[] = []
  const [shirt] = aDelivery().items
  const items = [
    { ...shirt!, item: 1, name: 'Shirt', trialSize: 'L', netPaise: 900_00 },
    { ...shirt!, item: 2, name: 'Kurti', netPaise: 700_00 },
  ]
  const delivery = aDelivery({
    ...{ state: 'trial', purchaseType: 'Try and Buy', items },
    ...{ isPaid: true, totalPaise: 1600_00, duePaise: 150_00 },
  })
  stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () =>
      succeed({
        ...{ onShiftSince: null, pickups: [], taken: [], from: null, hasMap: false },
        ...{ deliveries: moves.length > 0 ? [] : [delivery], at: new Date().toISOString() },
      }),
    'POST /api/staff/orders/PEH-9D3WN/move': (body) => {
      moves.push(body)
      return succeed(null)
    },
  })
  history.replaceState(null, '', '/desk/deliveries/PEH-9D3WN')
  render(<Desk />)
  await userEvent.click(await screen.findByRole('radio', { name: 'Keeps L' }))
  expect(screen.queryByText(/^Take exactly/)).toBeNull()
  const none = within(screen.getByRole('group', { name: /Kurti/ })).getByRole('radio', {
    name: 'Keeps none',
  })
  await userEvent.click(none)
  expect(screen.getByText('₹550.00')).toBeVisible()
  const complete = { name: /^Complete/ }
  expect(screen.getByRole('button', complete)).toHaveTextContent('Complete, 2 pieces go back')

  await userEvent.click(
    within(screen.getByRole('group', { name: /Kurti/ })).getByRole('radio', { name: 'Keeps M' }),
  )
  expect(screen.getByText('Take exactly ₹150.00', { exact: false })).toBeVisible()
  await userEvent.click(screen.getByRole('button', complete))

  await waitFor(() =>
    expect(moves).toMatchObject([
      {
        ...{ move: 'deliver', from: 'trial', collectedPaise: 150_00 },
        kept: [
          { item: 1, size: 'L' },
          { item: 2, size: 'M' },
        ],
      },
    ]),
  )
})

test('before a trial nothing is collected, and the rider reads that it can become less [rider.3] [rider.4]', async () => {
  stubDeskServer({
    'GET /api/staff/me': () => succeed(rider),
    'GET /api/staff/deliveries': () =>
      succeed({
        ...{ onShiftSince: null, pickups: [], taken: [], from: null, hasMap: false },
        deliveries: [
          aDelivery({
            ...{ state: 'atDoor', purchaseType: 'Try and Buy' },
            ...{ isPaid: true, totalPaise: 1600_00, duePaise: 150_00 },
          }),
        ],
        at: new Date().toISOString(),
      }),
  })
  history.replaceState(null, '', '/desk/deliveries/PEH-9D3WN')
  render(<Desk />)

  expect(await screen.findByText(texts.door.afterTrial)).toBeVisible()
  expect(screen.getByText(texts.door.afterTrialHint)).toBeVisible()
  expect(screen.queryByText(/^Take exactly/)).toBeNull()
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

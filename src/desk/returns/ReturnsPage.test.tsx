import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { ReturnRow, StaffReturn } from '#contract/staff/pickups.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { aStaffOrder, salim } from '#tests/support/desk/deskOrders.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'

const aReturn = (changes: Partial<StaffReturn> = {}): StaffReturn => ({
  ...{ item: 1, kind: 'return', status: 'Return Requested', name: 'Block-print shirt' },
  ...{ size: 'M', quantity: 1, newSize: null, reason: 'Quality issue', customerPhotos: [] },
  ...{ rider: null, attempts: 0, failedReason: null, check: null, refusalReason: null },
  ...changes,
})
const check: StaffReturn['check'] = {
  ...{ outcome: 'taken', finding: 'worn', note: 'Stain', by: 'Ravi Sahu' },
  ...{ photos: ['/photos/door/x.webp'], at: '2026-11-27T13:00:00.000Z' },
}
const aRow = (number: string, item: StaffReturn): ReturnRow => ({
  ...{ number, customer: 'Asha Rao', area: 'Palasia 452001' },
  warehouse: { id: 'vn', name: 'Vijay Nagar' },
  requestedAt: '2026-11-27T11:00:00.000Z',
  items: [item],
})
const rows = [
  aRow('PEH-1', aReturn()),
  aRow('PEH-2', aReturn({ rider: { id: 'ravi', name: 'Ravi Sahu' } })),
  aRow('PEH-3', aReturn({ status: 'Return Accepted', check })),
]
const listOf = (data: ReturnRow[]) => succeed({ data, at: '2026-11-27T13:00:00.000Z' })

function show(path: string, handlers: Parameters<typeof stubDeskServer>[0]) {
  const sent = stubDeskServer(handlers)
  history.replaceState(null, '', path)
  render(<Desk />)
  return sent
}

beforeEach(() => saveSession({ token, person }))
afterEach(() => act(() => endSession()))

test('open returns are listed by what has to happen next [rider.5]', async () => {
  show('/desk/returns', { 'GET /api/staff/returns': () => listOf(rows) })

  expect(await screen.findByRole('heading', { name: 'To give to a rider' })).toBeVisible()
  expect(
    screen.getAllByRole('link', { name: /^Open order/ }).map((link) => link.textContent),
  ).toEqual(['PEH-3', 'PEH-1', 'PEH-2'])
  expect(screen.getByText('Return: Ravi Sahu picks it up')).toBeVisible()
  expect(screen.getByText('With Ravi Sahu, to be received')).toBeVisible()
})

test('without any, or without the store, the list says so [rider.5]', async () => {
  let isDown = true
  show('/desk/returns', {
    'GET /api/staff/returns': () => (isDown ? refuse('unexpected', 500, 'Broken') : listOf([])),
  })

  expect(await screen.findByText('We couldn’t load the returns.')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No returns or exchanges are open')).toBeVisible()
})

test('the order page gives a pick-up to a rider, shows what they found, and receives the item [rider.5]', async () => {
  const order = aStaffOrder({ state: 'delivered', moves: [], returns: [aReturn()] })
  const checked = aReturn({ status: 'Return Accepted', check })
  const sent = show(`/desk/orders/${order.number}`, {
    [`GET /api/staff/orders/${order.number}`]: () => succeed(order),
    'GET /api/staff/riders': () => succeed({ data: [salim] }),
    [`POST /api/staff/orders/${order.number}/pickup`]: () =>
      succeed({ ...order, returns: [checked] }),
    [`POST /api/staff/orders/${order.number}/returns`]: () =>
      succeed({ ...order, returns: [aReturn({ status: 'Returned', check })] }),
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Give to a rider' }))
  await userEvent.click(screen.getByRole('button', { name: 'Give to the rider' }))
  expect(await screen.findByText('Choose a rider')).toBeVisible()
  await userEvent.click(await screen.findByRole('radio', { name: /Salim Khan/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Give to the rider' }))

  expect(await screen.findByText('Taken along: worn. Stain')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Photo 1' })).toHaveAttribute('src', '/photos/door/x.webp')
  await userEvent.click(screen.getByRole('button', { name: 'Received: Block-print shirt' }))
  expect(screen.getByText('Block-print shirt, size M is back on sale in Vijay Nagar')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Received' }))

  expect(await screen.findByText('Received and refunded')).toBeVisible()
  const bodies = sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
  expect(bodies).toEqual([
    { riderId: 'salim' },
    { item: 1, from: 'Return Accepted', move: 'receive' },
  ])
})

import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { StaffOrder } from '#contract/staff/board.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { aStaffOrder, meera } from '#tests/support/desk/deskOrders.ts'
import {
  conflict,
  type DeskServer,
  moved,
  stillRunning,
  stubDeskServer,
} from '#tests/support/desk/deskServer.ts'
import { texts } from './texts.ts'

let server: DeskServer

beforeEach(() => {
  localStorage.clear()
  saveSession({ token: 'fresh', person: meera })
  server = stubDeskServer()
})

afterEach(() => vi.useRealTimers())

async function showOrder(order: StaffOrder | undefined) {
  server.order = order
  history.replaceState(null, '', `/desk/orders/${order?.number ?? 'PEH-NONE22'}`)
  render(<Desk />)
  if (order) await screen.findByRole('region', { name: texts.order.items })
}

const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the order page', () => {
  test('shows items, customer, address, money and who did what [board.3]', async () => {
    await showOrder(
      aStaffOrder({
        amounts: { ...aStaffOrder().amounts, couponPaise: 100_00, couponName: 'FIRST100' },
        refunds: [
          {
            ...{ reason: 'cancelled', amountPaise: 49_00, status: 'processed' },
            ...{ reference: 'rfnd_Oi2k9', at: new Date().toISOString() },
          },
        ],
        timeline: [
          {
            ...{ at: new Date().toISOString(), text: 'Ring the side gate', by: 'Sneha Tiwari' },
            ...{ role: 'support', kind: 'note' },
          },
        ],
      }),
    )

    expect(part(texts.order.items).getByText('Hand-block cotton kurti')).toBeVisible()
    expect(
      part(texts.order.items).getByText(/Saanjh · Size M · Code SAA-1027 · 3 more/),
    ).toBeVisible()
    const customer = part(texts.order.customer)
    expect(customer.getByText('5 other orders')).toBeVisible()
    expect(customer.getByRole('link', { name: texts.order.allOrders })).toHaveAttribute(
      'href',
      '/desk/board?q=9826098260',
    )
    expect(customer.getByRole('link', { name: /^Call Ananya/ })).toHaveAttribute(
      'href',
      'tel:+919826098260',
    )
    expect(customer.getByRole('link', { name: texts.order.map })).toHaveAttribute(
      'href',
      expect.stringContaining('22.7533%2C75.8937'),
    )
    const money = part(texts.order.money)
    expect(money.getByText('Coupon FIRST100').closest('div')).toHaveTextContent('−₹100.00')
    expect(money.getByText(/pay_Ohx72Kd/)).toBeVisible()
    expect(money.getByText(/^Refund: /).closest('div')).toHaveTextContent('−₹49.00')
    const timeline = part(texts.order.timeline)
    expect(timeline.getByText('Note: “Ring the side gate”')).toBeVisible()
    expect(timeline.getByText('Sneha Tiwari, support')).toBeVisible()
  })

  test('gives times of yesterday their day after midnight in India, on a device in New York [board.3]', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-26T00:30:00+05:30'), toFake: ['Date'] })
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(5 * 60)
    const entry = { by: 'Sneha Tiwari', role: 'support', kind: 'note' } as const
    await showOrder(
      aStaffOrder({
        timeline: [
          { ...entry, at: '2026-11-26T00:10:00+05:30', text: 'Called, no answer' },
          { ...entry, at: '2026-11-25T23:50:00+05:30', text: 'Ring the side gate' },
        ],
      }),
    )

    const timeline = part(texts.order.timeline)
    expect(timeline.getByText('12:10 am IST')).toBeVisible()
    expect(timeline.getByText('Wed, 25 Nov, 11:50 pm IST')).toBeVisible()
  })

  test('says what each move does with stock, money and message before it is made [board.3]', async () => {
    await showOrder(aStaffOrder())
    const moves = part(texts.order.moves)

    expect(moves.getAllByRole('button')).toHaveLength(2)
    expect(moves.getByRole('button', { name: /^Start packing/ })).toBeEnabled()
    expect(moves.getByText('2 items back on sale in Vijay Nagar')).toBeVisible()
    expect(moves.getByText('₹1,559.00 is refunded')).toBeVisible()
    expect(moves.getByText('The customer is told that the order was cancelled')).toBeVisible()
  })

  test('a move that needs nothing is made at once [board.3]', async () => {
    server.onMove = () =>
      moved(
        aStaffOrder({
          state: 'packing',
          moves: [{ move: 'markReady', stock: null, money: null, message: null }],
        }),
      )
    await showOrder(aStaffOrder())
    await userEvent.click(part(texts.order.moves).getByRole('button', { name: /^Start packing/ }))

    expect(
      await part(texts.order.moves).findByRole('button', { name: /^Mark ready/ }),
    ).toBeVisible()
    expect(server.moves[0]?.body).toEqual({ move: 'startPacking', from: 'new' })
  })

  test('a cancellation asks for the reason, and again with the amount [board.3]', async () => {
    server.onMove = () => moved(aStaffOrder({ state: 'cancelled', moves: [] }))
    await showOrder(aStaffOrder())
    await userEvent.click(
      part(texts.order.moves).getByRole('button', { name: /^Cancel the whole order/ }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the whole order' }))
    const confirm = dialog.getByRole('button', { name: 'Cancel and refund ₹1,559.00' })
    await userEvent.click(confirm)
    expect(dialog.getByText(texts.giveReason)).toBeVisible()
    expect(server.moves).toEqual([])

    await userEvent.click(dialog.getByRole('radio', { name: texts.otherReason }))
    await userEvent.type(dialog.getByLabelText(texts.reasonWords), ' Moved house ')
    await userEvent.click(confirm)

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.moves[0]?.body).toEqual({ move: 'cancel', from: 'new', reason: 'Moved house' })
    expect(screen.getByText(texts.order.noMoves)).toBeVisible()
  })

  test('after a trial it asks what the customer keeps [board.3]', async () => {
    const [line] = aStaffOrder().lines
    const trial = aStaffOrder({
      ...{ state: 'trial', status: 'Size Trialing', purchaseType: 'Try and Buy' },
      ...{ isPaid: true, duePaise: 1150_00 },
      lines: [
        { ...line!, trialSize: 'S' },
        { ...line!, item: 2, name: 'Juttis', size: '38', netPaise: 900_00, refundedPaise: 0 },
      ],
      moves: [{ move: 'deliver', stock: 'What is not kept goes back', money: null, message: null }],
    })
    server.onMove = () => moved(aStaffOrder({ ...trial, state: 'delivered', moves: [] }))
    await showOrder(trial)
    await userEvent.click(part(texts.order.moves).getByRole('button', { name: /^Mark delivered/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark delivered' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Keeps size S' }))
    await userEvent.click(
      within(dialog.getByRole('group', { name: 'Juttis' })).getByRole('radio', {
        name: texts.keepsNothing,
      }),
    )
    expect(dialog.getByText(texts.change.countsAsPaid('₹250.00'))).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Mark delivered, ₹250.00' }))

    await waitFor(() => expect(server.moves).toHaveLength(1))
    expect(server.moves[0]?.body).toMatchObject({ kept: [{ item: 1, size: 'S' }] })
  })

  test('somebody who was faster is named, and the order is shown as it is now [board.3]', async () => {
    await showOrder(aStaffOrder())
    server.order = aStaffOrder({
      state: 'packing',
      timeline: [
        {
          at: new Date().toISOString(),
          ...{ text: 'started packing', by: 'Pooja Chouhan', role: 'packer', kind: 'move' },
        },
      ],
      moves: [],
    })
    server.onMove = () => conflict
    await userEvent.click(part(texts.order.moves).getByRole('button', { name: /^Start packing/ }))

    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Started packing by Pooja Chouhan, \d+ s ago\. Your change wasn’t saved/,
    )
    expect(screen.getByText(texts.order.noMoves)).toBeVisible()
  })

  test('an attempt that meets its own earlier one is nobody else’s move, and can be tried again [board.3]', async () => {
    await showOrder(aStaffOrder())
    server.onMove = () => stillRunning
    const start = part(texts.order.moves).getByRole('button', { name: /^Start packing/ })
    await userEvent.click(start)

    const problem = await screen.findByRole('alert')
    expect(problem).toHaveTextContent('Your request is already being processed.')
    expect(problem).not.toHaveTextContent('wasn’t saved')
    expect(start).toBeEnabled()
  })

  test('a failed move stays in its dialog, so that it can be tried again [board.3]', async () => {
    server.onMove = () => new TypeError('Failed to fetch')
    await showOrder(aStaffOrder())
    await userEvent.click(
      part(texts.order.moves).getByRole('button', { name: /^Cancel the whole order/ }),
    )
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('radio', { name: 'Customer asked' }))
    await userEvent.click(dialog.getByRole('button', { name: /^Cancel and refund/ }))

    expect(await dialog.findByText(/No connection/)).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Customer asked' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe('/desk/orders/PEH-AAAAAA')
  })

  test('of an order that was paid in part it says how much the rider collects [board.3] [board.4]', async () => {
    await showOrder(aStaffOrder({ isPaid: true, duePaise: 150_00 }))

    expect(part(texts.order.money).getByText(texts.cashDueOf('₹150'))).toBeVisible()
  })

  test('a masked number cannot be called, and the orders are found by name [staff.6]', async () => {
    const { person } = aStaffOrder()
    await showOrder(aStaffOrder({ person: { ...person, contactNumber: '98••••••60' } }))
    const customer = part(texts.order.customer)

    expect(customer.getByText('+91 98••••••60')).toBeVisible()
    expect(customer.queryByRole('link', { name: /^Call/ })).toBeNull()
    expect(customer.getByRole('link', { name: texts.order.allOrders })).toHaveAttribute(
      'href',
      '/desk/board?q=Ananya+Joshi',
    )
  })

  test('an order that does not exist says so and leads back [board.3]', async () => {
    await showOrder(undefined)

    expect(await screen.findByText(texts.order.notFoundBody)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: texts.back }))
    await waitFor(() => expect(location.pathname).toBe('/desk/board'))
  })
})

describe('changes of items and money', () => {
  test('a part of an item is cancelled, with what it does said before [board.4]', async () => {
    const user = userEvent.setup()
    await showOrder(aStaffOrder())
    const items = part(texts.order.items)
    await user.click(
      items.getByRole('button', { name: texts.change.open('Hand-block cotton kurti') }),
    )
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('radio', { name: /Send size L instead/ })).toBeVisible()
    expect(dialog.getByText(texts.change.onlyItem)).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: texts.change.cancelSome }))
    await user.click(dialog.getByRole('button', { name: texts.change.cancelCount(1) }))
    expect(dialog.getByText(texts.change.chooseReason)).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: texts.change.reasons.notFound }))
    expect(dialog.getByText(texts.change.refunded('₹779.50'))).toBeVisible()
    expect(dialog.getByText(/size M counts as sold out/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: texts.change.cancelCount(1) }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.changes['cancel-item']).toEqual([
      { from: 'new', item: 1, quantity: 1, reason: 'notFound' },
    ])
  })

  test('a refund is never more than what is left, and its reason is asked for [board.5]', async () => {
    const user = userEvent.setup()
    await showOrder(aStaffOrder())
    await user.click(part(texts.order.money).getByRole('button', { name: texts.giveRefund.open }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByRole('textbox', { name: texts.giveRefund.amount })
    await user.type(amount, '1,600')
    await user.click(dialog.getByRole('button', { name: /^Refund/ }))
    expect(dialog.getByText(texts.giveRefund.tooMuch('₹1,559.00'))).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '99.50')
    await user.click(dialog.getByRole('radio', { name: texts.refundReasons.late }))
    await user.click(dialog.getByRole('button', { name: 'Refund ₹99.50' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.changes.refunds).toEqual([
      { amountPaise: 9950, reason: 'late', refundedPaise: 0 },
    ])
  })

  test('an order that has left offers no change of its items [board.4]', async () => {
    await showOrder(aStaffOrder({ state: 'withRider', status: 'Shipped' }))
    expect(part(texts.order.items).queryByRole('button')).toBeNull()
  })
})

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { aBoardOrder, aStaffOrder, meera, minutesFromNow } from '#tests/support/desk/deskOrders.ts'
import { conflict, type DeskServer, moved, stubDeskServer } from '#tests/support/desk/deskServer.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { texts } from '#desk/orders/texts.ts'

let server: DeskServer

beforeEach(() => {
  localStorage.clear()
  saveSession({ token: 'fresh', person: meera })
  server = stubDeskServer()
})

async function showBoard(query = '') {
  history.replaceState(null, '', `/desk/board${query}`)
  render(<Desk />)
  await screen.findByRole('searchbox')
}

const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-number]')].map((row) => row.dataset.number)
const rowOf = (number: string) =>
  within(screen.getByRole('link', { name: number }).closest('tr') ?? document.body)

const late = aBoardOrder({
  ...{ number: 'PEH-LATE22', state: 'packing', promisedBy: minutesFromNow(-6) },
  ...{ customer: 'Farhan Qureshi', paymentMethod: 'Cash on delivery', isPaid: false },
  duePaise: 3218_00,
})
const ready = aBoardOrder({
  ...{ number: 'PEH-READY2', state: 'ready', promisedBy: minutesFromNow(10) },
})
const fresh = aBoardOrder({ number: 'PEH-NEW222' })

describe('the board', () => {
  test('shows every open order with its promise, state, amount, payment and next step, late first [board.1]', async () => {
    server.orders = [fresh, ready, late]
    await showBoard()

    await waitFor(() => expect(rows()).toEqual(['PEH-LATE22', 'PEH-READY2', 'PEH-NEW222']))
    const row = rowOf('PEH-LATE22')
    expect(row.getByText(/^Late 6:0/)).toBeVisible()
    expect(row.getByText('Packing')).toBeVisible()
    expect(row.getByText('Farhan Qureshi')).toBeVisible()
    expect(row.getByText('Cash due')).toBeVisible()
    expect(row.getByRole('button', { name: 'Mark ready PEH-LATE22' })).toBeVisible()
    expect(rowOf('PEH-READY2').getByRole('button', { name: /^Assign rider/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Packing ?1 ?1 late/ })).toBeVisible()
  })

  test('another person’s move and a new order show at once, and the new one is announced [board.1]', async () => {
    server.orders = [ready]
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-READY2' })
    await screen.findAllByText(texts.live)

    act(() => server.push([{ ...ready, state: 'withRider' }, fresh]))

    expect(await screen.findByRole('link', { name: 'PEH-NEW222' })).toBeVisible()
    expect(rowOf('PEH-READY2').getByText('With rider')).toBeVisible()
    expect(
      screen.getByText(/^New order: PEH-NEW222 · ₹1,559 · Vijay Nagar/, { selector: '[role]' }),
    ).toBeInTheDocument()
    act(() => server.push([{ ...ready, state: 'delivered' }]))
    await waitFor(() => expect(rows()).toEqual(['PEH-NEW222']))
  })

  test('a move made while the list is on its way is not lost, and neither is the list [board.1]', async () => {
    server.orders = [ready, late]
    let sendList = () => {}
    server.listGate = new Promise((resolve) => (sendList = resolve))
    await showBoard()
    await screen.findAllByText(texts.live)

    act(() => server.push([{ ...ready, state: 'withRider' }]))
    sendList()

    expect(await screen.findByRole('link', { name: 'PEH-LATE22' })).toBeVisible()
    expect(await rowOf('PEH-READY2').findByText('With rider')).toBeVisible()
  })

  test('a list that could not be read is read again without anybody’s help [board.1]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    try {
      server.orders = [ready]
      server.listStatus = 500
      await showBoard()
      expect(await screen.findByRole('heading', { name: texts.couldNotLoad })).toBeVisible()

      server.listStatus = 200
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(await screen.findByRole('link', { name: 'PEH-READY2' })).toBeVisible()
    } finally {
      vi.useRealTimers()
    }
  })

  test('rows stay where they are while the pointer is on them, and move when it has left [board.1]', async () => {
    server.orders = [ready]
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-READY2' })
    await screen.findAllByText(texts.live)
    const list = screen.getByRole('table').parentElement!
    fireEvent.pointerEnter(list)

    act(() => server.push([late]))

    expect(await screen.findByText(texts.waiting)).toBeVisible()
    expect(rows()).toEqual(['PEH-READY2'])
    fireEvent.pointerLeave(list)
    await waitFor(() => expect(rows()).toEqual(['PEH-LATE22', 'PEH-READY2']), { timeout: 5000 })
  })

  test('the next step is made with one click and shows what the server returns [board.1]', async () => {
    server.orders = [fresh]
    server.onMove = () => moved(aStaffOrder({ ...fresh, state: 'packing' }))
    await showBoard()

    await userEvent.click(await screen.findByRole('button', { name: 'Start packing PEH-NEW222' }))

    expect(await screen.findByRole('button', { name: 'Mark ready PEH-NEW222' })).toBeVisible()
    expect(server.moves).toMatchObject([
      { number: 'PEH-NEW222', body: { move: 'startPacking', from: 'new' } },
    ])
  })

  test('who was faster is said, with the order as it is now [board.1]', async () => {
    server.orders = [fresh]
    server.order = aStaffOrder({
      ...{ ...fresh, state: 'ready' },
      timeline: [
        {
          at: new Date(Date.now() - 3000).toISOString(),
          ...{ text: 'marked ready', by: 'Pooja Chouhan', role: 'packer', kind: 'move' },
        },
      ],
    })
    server.onMove = () => conflict
    await showBoard()

    await userEvent.click(await screen.findByRole('button', { name: 'Start packing PEH-NEW222' }))

    const message = await screen.findByRole('alert')
    expect(message).toHaveTextContent(
      /PEH-NEW222: Marked ready by Pooja Chouhan, \d s ago\. Your change wasn’t saved/,
    )
    expect(rowOf('PEH-NEW222').getByText('Ready')).toBeVisible()
  })

  test('a retry after a lost answer has the same key [board.1]', async () => {
    server.orders = [fresh]
    server.onMove = () => new TypeError('Failed to fetch')
    await showBoard()
    const button = await screen.findByRole('button', { name: 'Start packing PEH-NEW222' })
    await userEvent.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(/No connection/)

    server.onMove = () => moved(aStaffOrder({ ...fresh, state: 'packing' }))
    await userEvent.click(screen.getByRole('button', { name: 'Start packing PEH-NEW222' }))

    await screen.findByRole('button', { name: 'Mark ready PEH-NEW222' })
    expect(server.moves).toHaveLength(2)
    expect(server.moves[0]?.key).toMatch(/.{16}/)
    expect(server.moves[1]?.key).toBe(server.moves[0]?.key)
  })

  test('without the store it keeps the list, says from when, and switches moves off [board.1]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.orders = [fresh]
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-NEW222' })
    server.isDown = true
    await act(() => vi.advanceTimersByTimeAsync(61_000))

    expect(await screen.findByText(/^You see the list from \d+:\d\d/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start packing PEH-NEW222' })).toBeDisabled()
    server.isDown = false
    fireEvent.click(screen.getByRole('button', { name: frameTexts.tryAgain }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Start packing PEH-NEW222' })).toBeEnabled(),
    )
    vi.useRealTimers()
  })

  test('a role without moves sees the orders and no buttons [staff.3]', async () => {
    server.person = { ...meera, role: 'accountant' }
    saveSession({ token: 'fresh', person: server.person })
    server.orders = [fresh, ready]
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-NEW222' })

    expect(screen.queryByRole('button', { name: /PEH-/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('finding orders', () => {
  test('the words of the search are in the URL, and the server finds closed orders too [board.2]', async () => {
    server.found = [aBoardOrder({ number: 'PEH-DONE22', state: 'delivered', status: 'Delivered' })]
    await showBoard()
    await userEvent.keyboard('/')
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
    await userEvent.keyboard('ananya')

    expect(await screen.findByRole('link', { name: 'PEH-DONE22' })).toBeVisible()
    expect(server.searches.at(-1)).toBe('ananya')
    expect(location.search).toBe('?q=ananya')
    await userEvent.keyboard('{Escape}')
    expect(location.search).toBe('')
  })

  test('a state filters, and the filters can be saved as a view on this device [board.2]', async () => {
    server.orders = [fresh, ready, late]
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-NEW222' })
    await userEvent.click(screen.getByRole('button', { name: /^Ready ?1/ }))
    expect(rows()).toEqual(['PEH-READY2'])
    expect(location.search).toBe('?state=ready')

    await userEvent.click(screen.getByRole('button', { name: texts.saveView }))
    await userEvent.type(screen.getByLabelText(texts.viewName), 'To hand over{Enter}')
    await userEvent.click(
      within(screen.getByRole('group', { name: texts.views })).getByRole('button', {
        name: /^All open ?3/,
      }),
    )
    expect(rows()).toHaveLength(3)
    await userEvent.click(screen.getByRole('button', { name: /^To hand over/ }))

    expect(rows()).toEqual(['PEH-READY2'])
    expect(localStorage.getItem('desk-board-views')).toContain('To hand over')
    await userEvent.click(screen.getByRole('button', { name: 'Remove view To hand over' }))
    expect(localStorage.getItem('desk-board-views')).toBe('[]')
  })
})

describe('the keyboard and moves of several orders', () => {
  test('J, X and R mark the selected orders ready, one result each, and failures stay selected [board.2]', async () => {
    const second = aBoardOrder({ number: 'PEH-PACK22', state: 'packing' })
    server.orders = [late, second]
    server.onMove = ({ number }) =>
      number === 'PEH-LATE22' ? moved(aStaffOrder({ ...late, state: 'ready' })) : conflict
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-PACK22' })

    await userEvent.keyboard('jxjx')
    expect(screen.getByRole('toolbar', { name: texts.selectedOrders })).toHaveTextContent(
      '2 selected',
    )
    await userEvent.keyboard('r')

    const results = await screen.findByRole('dialog', { name: '1 of 2 orders marked ready' })
    expect(within(results).getByText(/marked ready before you/)).toBeVisible()
    await userEvent.click(within(results).getByRole('button', { name: texts.close }))
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Select PEH-PACK22' })).toBeChecked(),
    )
    expect(screen.getByRole('checkbox', { name: 'Select PEH-LATE22' })).not.toBeChecked()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('A asks for the rider of the order that has the focus [board.2]', async () => {
    server.orders = [ready]
    server.onMove = () =>
      moved(
        aStaffOrder({
          ...{ ...ready, state: 'withRider' },
          rider: { id: 'salim', name: 'Salim Khan' },
        }),
      )
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-READY2' })
    await userEvent.keyboard('ja')

    const dialog = await screen.findByRole('dialog', { name: /Assign a rider to PEH-READY2/ })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Assign rider' }))
    expect(within(dialog).getByText(texts.chooseRiderFirst)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('radio', { name: /Salim Khan/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Assign rider' }))

    expect(await screen.findByRole('link', { name: /Call rider Salim Khan/ })).toHaveAttribute(
      'href',
      'tel:9826054321',
    )
    expect(server.moves[0]?.body).toEqual({ move: 'handOver', from: 'ready', riderId: 'salim' })
  })

  test('keys rest while somebody types, and ? lists them [board.2]', async () => {
    server.orders = [fresh]
    await showBoard()
    await screen.findByRole('link', { name: 'PEH-NEW222' })
    await userEvent.type(screen.getByRole('searchbox'), 'jxr?')
    expect(server.moves).toEqual([])
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('?')

    expect(await screen.findByRole('dialog', { name: texts.keys })).toHaveTextContent('Mark ready')
  })
})

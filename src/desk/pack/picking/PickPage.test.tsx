import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { Pick, PickOrder } from '#contract/staff/picking.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { texts as packTexts } from '#desk/pack/texts.ts'
import { aStaffOrder } from '#tests/support/desk/deskOrders.ts'
import { aPickItem, aPickOrder } from '#tests/support/desk/pickOrders.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'

const texts = packTexts.round
const at = new Date().toISOString()
const kurti = aPickItem({ name: 'Block kurti', code: 'SAA-1087', size: 'M' })
const juttis = aPickItem({ item: 2, name: 'Juttis', code: 'KOR-1001', size: '38', shelf: 'A-02' })

type Answers = { pick?: () => Response; move?: () => Response }

/** A server that keeps the ticks. Returns what was sent, and its orders, which a test may change. */
function servePickList(orders: PickOrder[], answers: Answers = {}) {
  const list = { orders }
  const handlers: Parameters<typeof stubDeskServer>[0] = {
    'GET /api/staff/me': () => succeed({ ...person, role: 'packer' }),
    'GET /api/staff/pick-list': () => succeed({ orders: list.orders, at }),
  }
  for (const { number } of orders) {
    handlers[`POST /api/staff/orders/${number}/picks`] = (body) => {
      if (answers.pick) return answers.pick()
      const { item, size, picked } = body as Pick
      list.orders = list.orders.map((order) =>
        order.number === number
          ? {
              ...order,
              state: 'packing',
              items: order.items.map((one) =>
                one.item === item && one.size === size ? { ...one, picked } : one,
              ),
            }
          : order,
      )
      return succeed(list.orders.find((order) => order.number === number))
    }
    handlers[`POST /api/staff/orders/${number}/move`] =
      answers.move ?? (() => refuse('conflict', 409, 'Ravi Rao cancelled it before you'))
  }
  return { sent: stubDeskServer(handlers), list }
}

async function showPickList(): Promise<UserEvent> {
  history.replaceState(null, '', '/desk/pick')
  render(<Desk />)
  await screen.findByRole('heading', { name: 'Pick list', level: 1 })
  return userEvent.setup()
}

const answer = () => within(screen.getByRole('region', { name: 'Scanner' })).getByRole('status')
const picksIn = (sent: { call: string; body: unknown }[]) =>
  sent.filter(({ call }) => call.endsWith('/picks')).map(({ body }) => body)

beforeEach(() => saveSession({ token, person: { ...person, role: 'packer' } }))

describe('the pick list', () => {
  test('is a packer’s first page, by shelf, with the bag of each order [pack.1]', async () => {
    servePickList([
      aPickOrder({ number: 'PEH-AAA', items: [kurti, juttis] }),
      aPickOrder({ number: 'PEH-BBB', items: [{ ...kurti, shelf: null }] }),
    ])
    history.replaceState(null, '', '/desk/')
    render(<Desk />)

    const shelves = await screen.findByRole('region', { name: 'Items by shelf' })
    expect(location.pathname).toBe('/desk/pick')
    expect(
      within(shelves)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['A-020 of 1', 'B-070 of 1', 'No shelfSet the shelf in Stock0 of 1'])
    expect(
      screen.getByRole('button', { name: /Mark as picked: Block kurti, size M, bag B/ }),
    ).toBeVisible()
  })

  test('a hand scanner ticks the right item and says its bag; Undo takes it back [pack.1]', async () => {
    const { sent } = servePickList([aPickOrder({ number: 'PEH-AAA', items: [kurti, juttis] })])
    const user = await showPickList()
    await user.keyboard('saa-1087-m{Enter}')

    await waitFor(() => expect(answer()).toHaveTextContent(/Right item: Block kurti, size M/))
    expect(answer()).toHaveTextContent(/Put it inBagA/)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(picksIn(sent)).toEqual([
        { item: 1, size: 'M', picked: 1 },
        { item: 1, size: 'M', picked: 0 },
      ]),
    )
  })

  test('after an undo on a slow connection the newest scan stays on screen while the earlier ones are saved [pack.1]', async () => {
    const pair = { ...kurti, quantity: 2 }
    const { sent } = servePickList([aPickOrder({ number: 'PEH-AAA', items: [pair] })])
    const respond = fetch
    const waiting: (() => void)[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      const response = await respond(request)
      if (request.method === 'POST') await new Promise<void>((done) => waiting.push(done))
      return response
    })
    const user = await showPickList()
    await user.keyboard('saa-1087-m{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await user.keyboard('saa-1087-m{Enter}')
    for (const count of [1, 2]) {
      await waitFor(() => expect(waiting).toHaveLength(count))
      await act(async () => waiting.at(-1)?.())
      await waitFor(() => expect(picksIn(sent)).toHaveLength(count + 1))
    }

    await user.click(screen.getByRole('button', { name: /^1\/2 Mark as picked/ }))
    for (const count of [3, 4]) {
      await waitFor(() => expect(waiting).toHaveLength(count))
      await act(async () => waiting.at(-1)?.())
    }
    expect(picksIn(sent).map((body) => (body as Pick).picked)).toEqual([1, 0, 1, 2])
  })

  test('Enter of a scanner presses no button, and a wrong size is named [pack.1]', async () => {
    const { sent } = servePickList([aPickOrder({ items: [kurti] })])
    const user = await showPickList()
    screen.getByRole('button', { name: /Mark as picked/ }).focus()
    await user.keyboard('SAA-1087-XL{Enter}')

    await waitFor(() => expect(answer()).toHaveTextContent('Wrong size: this is XL, you need M'))
    expect(picksIn(sent)).toEqual([])
  })

  test('another packer’s ticks show [pack.1]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { list } = servePickList([aPickOrder({ items: [kurti, juttis] })])
    await showPickList()
    list.orders = [aPickOrder({ items: [{ ...kurti, picked: 1 }, juttis] })]
    await act(() => vi.advanceTimersByTimeAsync(5000))
    vi.useRealTimers()

    expect(await screen.findByText('1 of 1 picked')).toBeVisible()
  })

  test('a tick that was not saved is taken back and explained at its item [pack.1]', async () => {
    const msg = 'Order PEH-7K2QD isn’t to be packed any more'
    servePickList([aPickOrder({ items: [kurti] })], { pick: () => refuse('conflict', 409, msg) })
    const user = await showPickList()
    await user.click(screen.getByRole('button', { name: /Mark as picked/ }))

    expect(await screen.findByRole('alert')).toHaveTextContent(msg)
    expect(screen.getByRole('button', { name: /^0\/1 Mark as picked/ })).toBeVisible()
  })

  test('an order that somebody else changed is not marked ready, and it says why [pack.1]', async () => {
    servePickList([aPickOrder({ items: [{ ...kurti, picked: 1 }] })])
    const user = await showPickList()
    await user.click(screen.getByRole('button', { name: 'Mark all ready' }))

    expect(await screen.findByText('PEH-7K2QD: Ravi Rao cancelled it before you')).toBeVisible()
  })

  test('after an order has been marked ready the focus is on the orders of the round [pack.1]', async () => {
    const [done, open] = [
      aPickOrder({ number: 'PEH-DONE2', items: [{ ...kurti, picked: 1 }] }),
      aPickOrder({ number: 'PEH-OPEN2', items: [juttis] }),
    ]
    const { list } = servePickList([done, open], {
      move: () => {
        list.orders = [open]
        return succeed(aStaffOrder())
      },
    })
    const user = await showPickList()
    await user.click(await screen.findByRole('button', { name: texts.readyLabel('PEH-DONE2') }))

    expect(await screen.findByText(texts.isReady)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: texts.title })).toHaveFocus())
  })

  test('without a connection it says so, and reads again on demand [pack.1]', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const user = await showPickList()
    expect(await screen.findByText('We couldn’t load the pick list.')).toBeVisible()

    servePickList([])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing to pick')).toBeVisible()
  })
})

import { vi } from 'vitest'

import type { BoardOrder, MoveOrder, StaffInvoice, StaffOrder } from '#contract/staff/board.ts'
import type { DeliveryPlace } from '#contract/staff/addressChange.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import { meera, salim } from './deskOrders.ts'

type SentMove = { number: string; body: MoveOrder; key: string | null }
type Answer = { status?: number; body: object }

/** The server of the desk: a board, its stream, the page of one order, and moves. */
export type DeskServer = {
  person: StaffPerson
  orders: BoardOrder[]
  found: BoardOrder[]
  order: StaffOrder | undefined
  invoices: StaffInvoice[]
  /** What a move is answered; an error is a lost connection. */
  onMove: (sent: SentMove) => Answer | Error
  /** What the list of open orders waits for before it is sent, and its status. */
  listGate: Promise<void>
  listStatus: number
  /** Whether reads fail. */
  isDown: boolean
  moves: SentMove[]
  searches: string[]
  /** What is known of PIN codes, and of points as `452010 22.7533`. */
  places: Record<string, DeliveryPlace>
  /** The bodies of changes of items and addresses and of refunds, by the end of their path. */
  changes: Record<string, object[]>
  /** Sends changed rows through the stream. */
  push: (orders: BoardOrder[]) => void
}

export function stubDeskServer(): DeskServer {
  const encoder = new TextEncoder()
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const server: DeskServer = {
    person: meera,
    ...{
      orders: [],
      found: [],
      order: undefined,
      invoices: [],
      listGate: Promise.resolve(),
      listStatus: 200,
      isDown: false,
      moves: [],
      searches: [],
      changes: {},
      places: {},
    },
    onMove: () => ({
      status: 500,
      body: { success: false, code: 'unexpected', msg: 'Unexpected' },
    }),
    push: (orders) => {
      const text = `event: orders\ndata: ${JSON.stringify(orders)}\n\n`
      for (const stream of streams) stream.enqueue(encoder.encode(text))
    },
  }
  const json = (body: object, status = 200) =>
    Response.json(body, { status, headers: { 'x-api': '1' } })
  const ok = (result: object) => json({ success: true, result })

  vi.stubGlobal('fetch', async (request: Request | string) => {
    // The probe of the connection.
    if (typeof request === 'string') {
      if (server.isDown) throw new TypeError('Failed to fetch')
      return json({})
    }
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace('/api/staff', '')
    if (path === '/orders/events') {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void streams.add(controller),
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'x-api': '1' } })
    }
    if (server.isDown) throw new TypeError('Failed to fetch')
    if (path === '/me') return ok(server.person)
    if (path === '/delivery-place') {
      const nowhere: DeliveryPlace = { city: null, state: null, warehouses: [] }
      const postalCode = searchParams.get('postalCode') ?? ''
      const ofPoint = server.places[`${postalCode} ${searchParams.get('latitude')}`]
      return ok(ofPoint ?? server.places[postalCode] ?? nowhere)
    }
    if (path === '/riders') return ok({ data: [salim] })
    if (path === '/orders') {
      const warehouses = [{ id: 'indore', name: 'Vijay Nagar' }]
      const list = ok({ data: server.orders, warehouses, at: new Date().toISOString() })
      await server.listGate
      if (server.listStatus !== 200)
        return json({ success: false, code: 'unavailable', msg: 'Busy' }, server.listStatus)
      return list
    }
    if (path === '/orders/search') {
      server.searches.push(searchParams.get('search') ?? '')
      return ok({ data: server.found, cursor: null })
    }
    const [, number = '', action] = /^\/orders\/([^/]+)(?:\/([\w-]+))?$/.exec(path) ?? []
    if (action === 'invoices') return ok({ data: server.invoices })
    if (action && action !== 'move' && action !== 'notes') {
      server.changes[action] = [...(server.changes[action] ?? []), (await request.json()) as object]
    }
    if (action === 'move') {
      const sent = {
        number,
        body: (await request.json()) as MoveOrder,
        key: request.headers.get('Idempotency-Key'),
      }
      server.moves.push(sent)
      const answer = server.onMove(sent)
      if (answer instanceof Error) throw answer
      return json(answer.body, answer.status)
    }
    if (server.order) return ok(server.order)
    return json({ success: false, code: 'not_found', msg: 'Order not found' }, 404)
  })
  return server
}

/** What the server answers to a move that it has made. */
export const moved = (result: StaffOrder): Answer => ({ body: { success: true, result } })

const faster = 'Pooja Chouhan marked ready before you'

/** Somebody else was faster. */
export const conflict: Answer = {
  status: 409,
  body: { success: false, code: 'conflict', msg: faster, fields: { from: faster } },
}

/** An earlier attempt with the same idempotency key still runs. */
export const stillRunning: Answer = {
  status: 409,
  body: { success: false, code: 'conflict', msg: 'Your request is already being processed.' },
}

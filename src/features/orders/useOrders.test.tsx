import { act, screen, waitFor } from '@testing-library/react'
import { get } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { OrderAgeNote, StatusAnnouncer } from './details/OrderStatus.tsx'
import { useOrders } from './useOrders.ts'

function Screen() {
  const { orders, isLoading, savedAt } = useOrders()
  return (
    <>
      <StatusAnnouncer orders={orders} />
      <OrderAgeNote savedAt={savedAt} />
      <p>{isLoading ? 'Loading' : orders.map(({ orderStatus }) => orderStatus).join()}</p>
    </>
  )
}

/** The store's event stream, which the test writes to. */
function aStream() {
  const encoder = new TextEncoder()
  let streamController: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (streamController = controller),
  })
  return {
    body,
    write: (words: string) => streamController?.enqueue(encoder.encode(words)),
    end: () => streamController?.close(),
  }
}
type Stream = ReturnType<typeof aStream>

const isUp = () => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  isUp()
  await clearPersisted()
  clearSession()
})

/** A server whose orders are what `read` returns and that sends events while the stream is open. */
function storeWithEvents(read: () => Order) {
  const lines: { authorization: string | null; signal: AbortSignal; body: Stream }[] = []
  const requests: string[] = []
  renderInStore(<Screen />)
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/api/orders/events') {
      requests.push(pathname)
      const result = { data: [read()] }
      return Response.json({ success: true, result }, { headers: { 'x-api': '1' } })
    }
    const stream = aStream()
    const { signal, headers } = request
    lines.push({ authorization: headers.get('Authorization'), signal, body: stream })
    const type = { 'Content-Type': 'text/event-stream', 'x-api': '1' }
    return new Response(stream.body, { headers: type })
  })
  return { lines, requests }
}

test('a change shows and is announced at once, without waiting for the next poll [order.10]', async () => {
  let order: Order = anOrder()
  const { lines } = storeWithEvents(() => order)
  expect(await screen.findByText('Accepted')).toBeVisible()
  await waitFor(() => expect(lines[0]?.authorization).toBe('Bearer token-of-asha'))

  order = anOrder({ orderStatus: 'Shipped' })
  const products = [{ _id: 'line-1', status: 'Shipped' }]
  const event = { _id: 'order-1', orderStatus: 'Shipped', products, at: '2026-11-20T10:55:00Z' }
  lines[0]?.body.write(`event: order\ndata: ${JSON.stringify(event)}\n\n`)

  expect(await screen.findByText('Shipped')).toBeVisible()
  expect(screen.getByRole('status', { name: 'Order updates' })).toHaveTextContent(
    'Order PEH-KAB55N: Shipped.',
  )
})

test('a broken event stream is reopened, and missed changes are read [order.10]', async () => {
  let order: Order = anOrder()
  const { lines } = storeWithEvents(() => order)
  expect(await screen.findByText('Accepted')).toBeVisible()
  await waitFor(() => expect(lines).toHaveLength(1))

  order = anOrder({ orderStatus: 'Shipped' })
  lines[0]?.body.end()

  expect(await screen.findByText('Shipped')).toBeVisible()
  expect(lines).toHaveLength(2)
})

test('hidden pages and offline pages keep no event stream [order.10]', async () => {
  const { lines } = storeWithEvents(() => anOrder())
  await waitFor(() => expect(lines).toHaveLength(1))
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(lines[0]?.signal.aborted).toBe(true)

  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(lines).toHaveLength(2))
  act(() => observe({ kind: 'link', isUp: false, at: Date.now() }))

  expect(lines[1]?.signal.aborted).toBe(true)
})

test('what changed while the page was hidden is read when it is shown again [order.10] [order.2]', async () => {
  let order: Order = anOrder()
  const { lines } = storeWithEvents(() => order)
  expect(await screen.findByText('Accepted')).toBeVisible()
  await waitFor(() => expect(lines).toHaveLength(1))
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))

  order = anOrder({ orderStatus: 'Shipped' })
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))

  expect(await screen.findByText('Shipped')).toBeVisible()
})

test('with an event stream it polls only once a minute [order.10] [track.1]', async () => {
  // The clock stays: a timestamp in the future would affect later tests.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { requests, lines } = storeWithEvents(() => anOrder())
  expect(await screen.findByText('Accepted')).toBeVisible()
  await waitFor(() => expect(lines).toHaveLength(1))

  await vi.advanceTimersByTimeAsync(30_000)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(31_000)

  expect(requests).toHaveLength(2)
  vi.useRealTimers()
})

test('orders shown before open offline with their age [order.10]', async () => {
  const { requests } = renderInStore(<Screen />, {
    responses: { 'orders/view': { data: [anOrder()] } },
  })
  expect(await screen.findByText('Accepted')).toBeVisible()
  expect(requests).toContain('orders/view')
  expect(screen.queryByText(/^Saved on this device/)).not.toBeInTheDocument()

  act(() => observe({ kind: 'link', isUp: false, at: Date.now() }))

  expect(screen.getByText(/^Saved on this device less than a minute ago/)).toBeVisible()
  expect(screen.getByText('Accepted')).toBeVisible()
})

test('another visit starts with the stored orders until the logout [order.10] [login.6]', async () => {
  const storedOrders = {
    orders: [{ order: anOrder({ orderStatus: 'Shipped' }), at: 1 }],
    listedAt: 1,
  }
  const { set } = await import('idb-keyval')
  await set('orders', { ownerId: 'asha', known: storedOrders })
  observe({ kind: 'link', isUp: false, at: Date.now() })
  renderInStore(<Screen />, { responses: { 'orders/view': () => new Promise(() => undefined) } })

  expect(await screen.findByText('Shipped')).toBeVisible()
  await act(clearPersisted)

  expect(screen.getByText('Loading')).toBeVisible()
  expect(await get('orders')).toBeUndefined()
})

test('no customer sees another’s stored orders [order.10]', async () => {
  const storedOrders = {
    orders: [{ order: anOrder({ orderStatus: 'Shipped' }), at: 1 }],
    listedAt: 1,
  }
  const { set } = await import('idb-keyval')
  await set('orders', { ownerId: 'ravi', known: storedOrders })
  renderInStore(<Screen />, { responses: { 'orders/view': { data: [anOrder()] } } })

  expect(await screen.findByText('Accepted')).toBeVisible()
  expect(screen.queryByText('Shipped')).not.toBeInTheDocument()
})

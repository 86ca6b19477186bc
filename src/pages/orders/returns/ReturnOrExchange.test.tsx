import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { Order, OrderLine } from '#contract/orders/order.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aProduct, aUser, paise } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import OrderPage from '#pages/orders/OrderPage.tsx'

const hour = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

function delivered(line: Partial<OrderLine> = {}, hours = 1): Order {
  const { products, ...order } = anOrder({ orderStatus: 'Delivered' })
  const changed = products.map((piece) => ({ ...piece, ...line }))
  return { ...order, deliveredAt: hoursAgo(hours), products: changed }
}

/** The order page with a store that accepts returns; returns the requests. */
function show(order: Order, responses: Record<string, unknown> = {}) {
  const kurta = {
    ...aProduct({ size: ['S', 'M', 'L'], stock: { S: 2, M: 4, L: 0 } }),
    ...{ gender: [], description: '', details: [] },
    declarations: {
      ...{ maker: '', makerAddress: '', countryOfOrigin: 'India' },
      ...{ netQuantity: '1 N', careContact: '' },
    },
  }
  const shown = renderInStore(
    <>
      <OrderPage />
      <Toasts />
    </>,
    {
      at: '/order-details?id=order-1',
      responses: { 'orders/order-1': order, 'products/blue-kurta': kurta, ...responses },
    },
  )
  const sent: { key: string | null; body: unknown }[] = []
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (typeof request === 'string') return respondToProbe()
    if (request.method === 'PATCH') {
      const key = request.headers.get('Idempotency-Key')
      sent.push({ key, body: await request.clone().json() })
    }
    return respond(request)
  })
  // The store was not reachable between two tests.
  isUp()
  return { ...shown, sent }
}

const open = async (kind: 'Return' | 'Exchange') =>
  userEvent.click(await screen.findByRole('button', { name: `${kind} Blue kurta` }))
const sheet = (name: string) => within(screen.getByRole('dialog', { name }))

/** The response to the page's check whether the store can be reached. */
let isReachable = true
function respondToProbe() {
  if (!isReachable) throw new TypeError('Failed to fetch')
  return new Response(null, { status: 204, headers: { 'x-api': '1' } })
}
const isUp = () => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
  vi.useRealTimers()
  isReachable = true
  isUp()
})

test.each([
  [{}, 1, 2],
  [{}, 25, 0],
  [{ purchaseType: 'Try and Buy' }, 1, 0],
  [{ status: 'Return Requested' }, 1, 0],
  [{ status: 'Exchange Cancelled' }, 1, 0],
] as const)(
  'a line %o delivered %d hours ago has %d buttons for return and exchange [order.4]',
  async (line, hours, kinds) => {
    show(delivered(line, hours))

    await screen.findByText('Order ID # PEH-KAB55N')
    expect(
      screen.queryAllByRole('button', { name: /^(Return|Exchange) Blue kurta$/ }),
    ).toHaveLength(kinds)
  },
)

test('a return requires a reason and is sent once with its key [order.5] [order.11]', async () => {
  let isAsked = false
  const requested = delivered({
    status: 'Return Requested',
    returnDetails: { returnReason: 'Quality issue', returnPhotos: [] },
    netAmount: paise(90_000),
    history: [{ status: 'Return Requested', at: hoursAgo(0) }],
  })
  const { sent } = show(delivered(), {
    'orders/order-1': () => (isAsked ? requested : delivered()),
    'orders/return': () => {
      isAsked = true
      return {}
    },
  })
  await open('Return')
  const send = () => sheet('Return Details').getByRole('button', { name: 'Request return' })

  await userEvent.click(send())
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a reason for return')
  expect(sent).toEqual([])
  await userEvent.click(sheet('Return Details').getByLabelText('Quality issue'))
  await userEvent.dblClick(send())

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([
    {
      key: expect.stringMatching(/^[\w-]{36}$/),
      body: {
        orderId: 'order-1',
        returnData: [{ orderItemId: 'line-1', returnReason: 'Quality issue', returnPhotos: [] }],
        action: 'returnProduct',
      },
    },
  ])
  const details = within(await screen.findByRole('region', { name: 'Return Details' }))
  expect(details.getByText('Reason: Quality issue')).toBeVisible()
  expect(details.getByText('Return Requested').closest('li')).toHaveAttribute('aria-current')
  expect(details.getByText('Returned')).toBeVisible()
  expect(details.getByText(/we’ll call you/)).toHaveTextContent(
    'Once we’ve picked up and checked the item, we’ll call you to arrange your refund of ₹900.',
  )
  expect(screen.queryByRole('button', { name: 'Return Blue kurta' })).not.toBeInTheDocument()
})

test.each([
  [
    'UPI',
    'Return Requested',
    'Once we’ve picked up and checked the item, you’ll get ₹900 back to your UPI account in 5 to 7 working days.',
  ],
  [
    'UPI',
    'Return Accepted',
    'We’ve checked the item. Once it’s back at our warehouse, you’ll get ₹900 back to your UPI account in 5 to 7 working days.',
  ],
  [
    'Cash on delivery',
    'Return Accepted',
    'We’ve checked the item. Once it’s back at our warehouse, we’ll call you to arrange your refund of ₹900.',
  ],
] as const)(
  'a return paid by %s says in status %s how and when it is refunded [order.1] [order.11]',
  async (paymentMethod, status, sentence) => {
    const returnDetails = { returnReason: 'Quality issue', returnPhotos: [] }
    const line = { status, returnDetails, netAmount: paise(90_000) }
    show({ ...delivered(line), paymentMethod })

    const details = within(await screen.findByRole('region', { name: 'Return Details' }))
    expect(details.getByText(/the item/)).toHaveTextContent(sentence)
  },
)

test.each([
  ['Return', 'Why we declined the return: The kurta has been worn'],
  ['Exchange', 'Why we declined the exchange: The kurta has been worn'],
] as const)('a declined %s says why [order.1] [order.7]', async (kind, sentence) => {
  show(
    delivered({
      status: `${kind} Cancelled`,
      returnDetails: { returnReason: 'Quality issue', returnPhotos: [] },
      exchangeDetails: { newProductSize: 'L' },
      refusalReason: 'The kurta has been worn',
    }),
  )

  const details = within(await screen.findByRole('region', { name: `${kind} Details` }))
  expect(details.getByText(sentence)).toBeVisible()
  expect(details.queryByText(/your refund/)).not.toBeInTheDocument()
})

test('an item is exchanged for another size in stock [order.5]', async () => {
  const { sent } = show(delivered(), { 'orders/exchange': {} })
  await open('Return')
  await userEvent.click(sheet('Return Details').getByLabelText(/^Size issue/))

  const sizes = await sheet('Exchange Details').findByRole('group', { name: 'New size' })
  const radios = within(sizes).getAllByRole('radio')
  expect(radios.map((radio) => radio.getAttribute('value'))).toEqual(['S', 'L'])
  expect(within(sizes).getByRole('radio', { name: 'L sold out' })).toBeDisabled()
  const send = sheet('Exchange Details').getByRole('button', { name: 'Request exchange' })
  await userEvent.click(send)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Please select a product and size for exchange',
  )
  await userEvent.click(within(sizes).getByRole('radio', { name: 'S' }))
  await userEvent.click(send)

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent.map(({ body }) => body)).toEqual([
    {
      orderId: 'order-1',
      orderItemIdToExchange: 'line-1',
      exchangeProductId: 'blue-kurta',
      size: 'S',
      exchangeReason: 'Size issue',
    },
  ])
})

test('an exchange says before and after the request when the new size arrives, and that the old one is picked up [order.5]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:02:00+05:30') })
  const before = { ...delivered(), deliveryMinutes: 90 }
  let isAsked = false
  const requested = delivered({
    status: 'Exchange Requested',
    exchangeDetails: { newProductSize: 'S' },
    history: [{ status: 'Exchange Requested', at: hoursAgo(0) }],
  })
  show(before, {
    'orders/order-1': () => (isAsked ? { ...requested, deliveryMinutes: 90 } : before),
    'orders/exchange': () => {
      isAsked = true
      return {}
    },
  })
  await open('Exchange')

  const told =
    'Your new size arrives by 1:35 pm. We’ll pick up the old size in the same visit. Keep the product tag on it. We can’t accept an exchange without the tag.'
  expect(await sheet('Exchange Details').findByText(told)).toBeVisible()
  await userEvent.click(sheet('Exchange Details').getByRole('radio', { name: 'S' }))
  await userEvent.click(sheet('Exchange Details').getByRole('button', { name: 'Request exchange' }))

  const details = await screen.findByRole('region', { name: 'Exchange Details' })
  expect(within(details).getByText(told)).toBeVisible()
})

test('a size that sells out before the exchange can no longer be chosen [order.5]', async () => {
  let left = 2
  const kurta = () => ({
    ...aProduct({ size: ['S', 'M', 'L'], stock: { S: left, M: 4, L: 3 } }),
    ...{ gender: [], description: '', details: [] },
    declarations: {
      ...{ maker: '', makerAddress: '', countryOfOrigin: 'India' },
      ...{ netQuantity: '1 N', careContact: '' },
    },
  })
  const refuse = () => {
    left = 0
    const body = { success: false, code: 'out_of_stock', msg: 'Blue kurta in size S is sold out' }
    return Response.json(body, { status: 409, headers: { 'x-api': '1' } })
  }
  show(delivered(), { 'orders/exchange': refuse, 'products/blue-kurta': kurta })
  await open('Exchange')
  const send = sheet('Exchange Details').getByRole('button', { name: 'Request exchange' })
  await userEvent.click(await sheet('Exchange Details').findByRole('radio', { name: 'S' }))
  await userEvent.click(send)

  expect(await screen.findByText('Blue kurta in size S is sold out')).toBeInTheDocument()
  const soldOut = await sheet('Exchange Details').findByRole('radio', { name: 'S sold out' })
  expect(soldOut).toBeDisabled()
  expect(soldOut).not.toBeChecked()
  await userEvent.click(send)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Please select a product and size for exchange',
  )
})

test('closing the sheet with Escape clears the choice [order.5] [a11y.1]', async () => {
  show(delivered())
  await open('Return')
  await userEvent.click(sheet('Return Details').getByLabelText('Other'))

  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await open('Return')

  expect(sheet('Return Details').getByLabelText('Other')).not.toBeChecked()
})

test('a refusal is reported, and the sheet stays [order.5]', async () => {
  show(delivered(), { 'orders/return': () => Promise.reject(new TypeError('gone')) })
  await open('Return')
  await userEvent.click(sheet('Return Details').getByLabelText('Other'))

  await userEvent.click(sheet('Return Details').getByRole('button', { name: 'Request return' }))

  expect(await screen.findByText('Failed to submit return request')).toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Return Details' })).toBeVisible()
})

const away = { success: false, code: 'unavailable', msg: 'Failed to submit return request' }

test.each([
  ['got no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a busy store may have handled', () => Response.json(away, { status: 503 })],
])('a request that %s is sent again with the same key [order.5] [pwa.13]', async (_, fail) => {
  let tries = 0
  const { sent } = show(delivered(), {
    'orders/return': () => {
      tries += 1
      return tries === 1 ? fail() : {}
    },
  })
  await open('Return')
  await userEvent.click(sheet('Return Details').getByLabelText('Other'))
  const send = sheet('Return Details').getByRole('button', { name: 'Request return' })

  // On a busy machine a toast can appear and disappear before the click is over.
  const toast = screen.findByText('Failed to submit return request')
  await userEvent.click(send)
  await toast
  isUp()
  await userEvent.click(send)

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toHaveLength(2)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('offline nothing is sent and nothing is queued [order.5] [pwa.13]', async () => {
  const { sent } = show(delivered(), { 'orders/return': {} })
  await open('Return')
  await userEvent.click(sheet('Return Details').getByLabelText('Other'))
  isReachable = false
  observe({ kind: 'link', isUp: false, at: Date.now() })
  expect(getDefaultStore().get(connectivityAtom).status).toBe('offline')

  const toast = screen.findByText(/^You.re offline, so nothing was sent/)
  await userEvent.click(sheet('Return Details').getByRole('button', { name: 'Request return' }))

  expect(await toast).toHaveTextContent('You’re offline, so nothing was sent')
  expect(sent).toEqual([])
})

test('an exchange shows its new size and status [order.1]', async () => {
  show(
    delivered({
      status: 'Exchange Accepted',
      exchangeDetails: { newProductSize: 'L' },
      history: [
        { status: 'Exchange Requested', at: '2026-11-20T16:12:00+05:30' },
        { status: 'Exchange Accepted', at: '2026-11-20T16:39:00+05:30' },
      ],
    }),
  )

  const details = await screen.findByRole('region', { name: 'Exchange Details' })
  expect(details).toHaveTextContent('New size: L, instead of M')
  expect(within(details).getByText('20 Nov 2026, 04:39 PM')).toBeVisible()
})

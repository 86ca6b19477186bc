import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { Order } from '#contract/orders/order.ts'
import OrderPage from './OrderPage.tsx'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aUser, paise } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'

const atTheDoor = { paymentMethod: 'Cash on delivery', paymentStatus: 'Pending' } as const

/** The order page, with a server that gives this response to the request for a link. */
function show(order: Order, response: object = { success: true, msg: 'Sent to your phone' }) {
  renderInStore(
    <>
      <OrderPage />
      <Toasts />
    </>,
    { at: '/order-details?id=order-1', responses: { 'orders/order-1': order } },
  )
  const originalFetch = fetch
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.includes('/send-payment-link/order-1')
      ? Response.json(response, { headers: { 'x-api': '1' } })
      : originalFetch(request),
  )
}
const button = () => screen.findByRole('button', { name: 'Get Payment Link' })

beforeEach(() => {
  localStorage.clear()
  saveSession(aUser())
})
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

test('a link is sent, and the next one has a countdown that survives a reload [order.2]', async () => {
  show(anOrder(atTheDoor))
  await userEvent.click(await button())
  expect(await screen.findByText('Sent to your phone')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: /^Resend in (59|60)s$/ })).toBeDisabled()

  cleanup()
  show(anOrder(atTheDoor))

  expect(await screen.findByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled()
})

test('a failed link is reported and can be retried [order.2]', async () => {
  show(anOrder(atTheDoor), { success: false, msg: 'This order has already been paid' })

  await userEvent.click(await button())

  expect(await screen.findByText('This order has already been paid')).toBeInTheDocument()
  expect(await button()).toBeEnabled()
})

test.each([
  { paymentStatus: 'paid' },
  { paymentMethod: 'UPI' },
  { orderStatus: 'Cancelled' },
] as const)('an order with %j has no payment link [order.2]', async (changes) => {
  show(anOrder({ ...atTheDoor, ...changes }))

  await screen.findByText('Order ID # PEH-KAB55N')

  expect(screen.queryByRole('button', { name: 'Get Payment Link' })).toBeNull()
})

test('the refund is shown [order.11]', async () => {
  show(anOrder({ orderStatus: 'Cancelled', refund: { amount: paise(999_00), status: 'pending' } }))

  expect(await screen.findByText(/Refund on its way/)).toHaveTextContent('₹999')
})

test('an order that was never placed says why its payment is refunded [order.11] [checkout.10]', async () => {
  const refund = { amount: paise(999_00), status: 'pending', reason: 'replaced' } as const
  show(anOrder({ orderStatus: 'Cancelled', refund }))

  expect(
    await screen.findByText(/You ordered these items again before this payment arrived/),
  ).toBeVisible()
})

test('a refund of a payment on delivery is due until it is arranged by phone [order.11]', async () => {
  const part = {
    amount: paise(999_00),
    to: 'cash' as const,
    status: 'pending' as const,
    startedAt: '2026-11-20T11:00:00.000Z',
  }
  const refund = { amount: paise(999_00), status: 'pending' as const, parts: [part] }
  show(anOrder({ orderStatus: 'Cancelled', refund }))

  expect(await screen.findByText(/Refund due/)).toHaveTextContent('Refund due: ₹999')
  expect(screen.getByText('We’ll call you to arrange your refund')).toBeVisible()
  expect(screen.queryByText(/Refund started|on its way/)).toBeNull()
})

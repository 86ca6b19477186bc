import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { Order } from '#contract/orders/order.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { anOrder, aStore, aUser } from '#tests/support/shopper/builders.ts'
import OrderPage from './OrderPage.tsx'

const at = '/order-details?id=order-1'
const store = aStore()

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

/** An order page whose store rejects the cancellation, because the order has changed meanwhile. */
async function cancel(before: Order, after: Order) {
  let isAsked = false
  const shown = renderInStore(
    <>
      <OrderPage />
      <Toasts />
    </>,
    {
      at,
      responses: {
        store,
        'orders/order-1': () => (isAsked ? after : before),
        'orders/cancel': () => {
          isAsked = true
          const body = { success: false, code: 'not_allowed_now', msg: 'It can’t be cancelled' }
          return Response.json(body, { status: 409, headers: { 'x-api': '1' } })
        },
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel order?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  return shown
}

test.each([
  [
    'an unpaid order that was shipped',
    { orderStatus: 'Shipped' },
    [
      'Order PEH-KAB55N has been shipped, so it can’t be cancelled.',
      'You can refuse it at the door, and you won’t have to pay. If 2 Cash on Delivery orders are refused within 90 days, you’ll have to pay online.',
      'You can return or exchange items within 24 hours of delivery if they’re unworn and unwashed, with the product tag in place.',
      'Need help? Call us on +91 731 400 1234.',
    ],
  ],
  [
    'a paid Try & Buy order on its way',
    { orderStatus: 'On the way', orderType: 'Try and Buy', paymentMethod: 'UPI' },
    [
      'Order PEH-KAB55N is on its way to you, so it can’t be cancelled.',
      'You can refuse it at the door. We’ll refund ₹999 to your UPI account.',
      'Need help? Call us on +91 731 400 1234.',
    ],
  ],
  [
    'a delivered order',
    { orderStatus: 'Delivered' },
    [
      'Order PEH-KAB55N has been delivered, so it can’t be cancelled.',
      'You can return or exchange items within 24 hours of delivery if they’re unworn and unwashed, with the product tag in place.',
      'Need help? Call us on +91 731 400 1234.',
    ],
  ],
] as const)(
  '%s can’t be cancelled: its status is updated, and the shopper reads what to do next [order.3]',
  async (_, changes, texts) => {
    const paymentStatus = 'paymentMethod' in changes ? 'Completed' : 'Pending'
    const after = anOrder({ ...changes, paymentStatus })
    const { address } = await cancel(anOrder(), after)

    expect(await screen.findByText('Failed to cancel order')).toBeInTheDocument()
    const dialog = await screen.findByRole('dialog', { name: 'It’s too late to cancel' })
    const [sentence, ...steps] = texts
    expect(within(dialog).getByText(sentence)).toBeVisible()
    const shown = within(dialog).getAllByRole('listitem')
    const textOf = ({ textContent }: Element) => textContent?.replaceAll('\u00a0', ' ')
    expect(shown.map(textOf)).toEqual(steps)

    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument()
    expect(address()).toBe(at)
  },
)

test('an order that is cancelled already, because the first response was lost, counts as cancelled [order.3]', async () => {
  const { address } = await cancel(anOrder(), anOrder({ orderStatus: 'Cancelled' }))

  expect(await screen.findByText('Order cancelled successfully')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/order-tracking?id=order-1'))
  expect(screen.queryByText('Failed to cancel order')).not.toBeInTheDocument()
})

test('a cancellation that did not reach the store can be tried again [order.3]', async () => {
  await cancel(anOrder(), anOrder())

  expect(await screen.findByText('Failed to cancel order')).toBeInTheDocument()
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel order?' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'We couldn’t cancel your order. Please check your connection and try again.',
  )
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

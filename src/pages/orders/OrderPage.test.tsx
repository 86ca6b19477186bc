import { cleanup, screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { Paise } from '#contract/values/money.ts'
import type { Order } from '#contract/orders/order.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import OrderPage from './OrderPage.tsx'

const at = '/order-details?id=order-1'

const show = (order: Order, responses: Record<string, unknown> = {}) =>
  renderInStore(
    <>
      <OrderPage />
      <Toasts />
    </>,
    { at, responses: { 'orders/order-1': order, ...responses } },
  )

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

test('an order shows items, date and price [order.1] [order.6]', async () => {
  show(anOrder({ orderStatus: 'Delivered', createdAt: '2026-11-20T16:12:00+05:30' }))

  expect(await screen.findByText('Order ID # PEH-KAB55N')).toBeVisible()
  expect(screen.getByText('20 Nov 2026, 04:12 PM')).toBeVisible()
  const line = within(screen.getByRole('article'))
  expect(line.getByText('Size M · Qty 1')).toBeVisible()
  expect(line.getByText('₹999')).toBeVisible()
  const summary = within(screen.getByRole('region', { name: 'Order summary' }))
  expect(summary.getByText('₹1,999')).toBeVisible()
  expect(summary.getByText('₹999')).toBeVisible()
})

test('an order that was paid says what is left to pay at the door [board.4]', async () => {
  show(anOrder({ paymentMethod: 'UPI', paymentStatus: 'paid', balanceDue: 150_00 as Paise }))

  expect(await screen.findByText('Paid in part')).toBeVisible()
  expect(screen.getByText('Paid with UPI')).toBeVisible()
  expect(screen.getByText('To pay on delivery, in cash or by UPI').parentElement).toHaveTextContent(
    '₹150',
  )
  expect(screen.queryByText('PAID')).toBeNull()
})

test('what a trial still costs says that returned items lower it [board.4]', async () => {
  show(
    anOrder({
      ...{ orderType: 'Try and Buy', paymentMethod: 'UPI', paymentStatus: 'paid' },
      balanceDue: 150_00 as Paise,
    }),
  )

  const due = await screen.findByText('To pay in cash after your trial, less what you return')
  expect(due.parentElement).toHaveTextContent('₹150')
})

test('the code that the rider asks for is also on the page of the order [rider.2]', async () => {
  show(anOrder({ orderStatus: 'On the way', deliveryCode: '4821' }))

  expect(await screen.findByRole('region', { name: 'Delivery code' })).toHaveTextContent('4821')
})

test('the status of a line expands to its steps with times [order.1]', async () => {
  const [line] = anOrder({ orderStatus: 'Delivered' }).products
  if (!line) throw new Error('An order has a line')
  const history = [{ status: 'Delivered' as const, at: '2026-11-20T16:39:00+05:30' }]
  show(anOrder({ orderStatus: 'Delivered', products: [{ ...line, history }] }))

  const steps = await screen.findByRole('list', { name: /^Status of/, hidden: true })
  expect(steps).not.toBeVisible()
  await userEvent.click(screen.getByText('Status'))

  expect(steps).toBeVisible()
  expect(within(steps).getByText('20 Nov 2026, 04:39 PM')).toBeVisible()
  expect(within(steps).getByText('Delivered').closest('li')).toHaveAttribute('aria-current', 'step')
})

test.each([
  ['Pending', 0],
  ['Completed', 1],
  ['paid', 1],
] as const)('payment status %s shows %d stamps [order.2]', async (paymentStatus, times) => {
  show(anOrder({ paymentStatus }))

  await screen.findByText('Order ID # PEH-KAB55N')
  expect(screen.queryAllByText('PAID')).toHaveLength(times)
})

test('an accepted order can be cancelled after a confirmation [order.3]', async () => {
  let isCancelled = false
  const { requests, address } = show(anOrder(), {
    'orders/order-1': () => anOrder({ orderStatus: isCancelled ? 'Cancelled' : 'Accepted' }),
    'orders/cancel': () => {
      isCancelled = true
      return {}
    },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
  expect(requests).not.toContain('orders/cancel')
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel order?' }))
  expect(dialog.getByText(/^You haven’t paid yet/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))

  await waitFor(() => expect(address()).toBe('/order-tracking?id=order-1'))
  expect(requests.filter((path) => path === 'orders/cancel')).toHaveLength(1)
  expect(await screen.findByText('Order cancelled successfully')).toBeInTheDocument()
})

test('before a paid order is cancelled, the refund is named with its amount and day [order.3]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T11:00:00+05:30') })
  show(anOrder({ paymentMethod: 'UPI', paymentStatus: 'Completed' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))

  expect(screen.getByRole('dialog', { name: 'Cancel order?' })).toHaveTextContent(
    'We’ll refund ₹999 to your UPI account by Wed, 2 Dec.',
  )
  vi.useRealTimers()
})

test.each(['Shipped', 'Delivered', 'Cancelled'] as const)(
  'an order that is %s cannot be cancelled [order.3]',
  async (orderStatus) => {
    show(anOrder({ orderStatus }))

    await screen.findByText('Order ID # PEH-KAB55N')
    expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument()
  },
)

test('an unknown order shows that it does not exist [order.1]', async () => {
  renderInStore(<OrderPage />, { at: '/order-details?id=nobodys' })

  expect(await screen.findByText('This order does not exist')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Orders' })).toHaveAttribute(
    'href',
    '/order-listing',
  )
})

test('a URL without an order id sends no request [order.1]', () => {
  const { requests } = renderInStore(<OrderPage />, { at: '/order-details' })

  expect(screen.getByText('This order does not exist')).toBeVisible()
  expect(requests).toEqual([])
})

test('a delivered item can be reviewed with stars, fit and text [product.8]', async () => {
  const sent: unknown[] = []
  const delivered = anOrder({ orderStatus: 'Delivered', deliveredAt: '2026-11-20T16:12:00Z' })
  show(delivered)
  await screen.findByRole('article')
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return respond(request)
    sent.push(new URL(request.url).pathname, await request.json())
    return Response.json({ success: true, msg: 'Thank you for your review' })
  })

  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
  expect(screen.getByRole('button', { name: 'Submit review', hidden: true })).toBeDisabled()
  await userEvent.click(screen.getByLabelText('4 stars'))
  await userEvent.click(screen.getByLabelText('Runs small'))
  await userEvent.type(screen.getByLabelText('Your review (optional)'), 'Soft')
  await userEvent.click(screen.getByRole('button', { name: 'Submit review', hidden: true }))

  expect(await screen.findByText('Thank you for your review')).toBeInTheDocument()
  expect(sent).toEqual([
    '/api/products/blue-kurta/reviews',
    { stars: 4, words: 'Soft', fit: 'small' },
  ])
})

test('a sent review can be edited instead of written again, also after a reload [product.8] [order.1]', async () => {
  const delivered = anOrder({ orderStatus: 'Delivered', deliveredAt: '2026-11-20T16:12:00Z' })
  let isReviewed = false
  const responses = {
    'orders/order-1': () => ({
      ...delivered,
      products: delivered.products.map((line) => ({ ...line, isReviewed })),
    }),
    'products/blue-kurta/reviews': () => {
      isReviewed = true
      return {}
    },
  }
  show(delivered, responses)
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  await userEvent.click(screen.getByLabelText('4 stars'))
  await userEvent.click(screen.getByRole('button', { name: 'Submit review', hidden: true }))
  expect(await screen.findByRole('button', { name: 'Edit your review' })).toBeVisible()

  cleanup()
  show(delivered, responses)

  await userEvent.click(await screen.findByRole('button', { name: 'Edit your review' }))
  expect(screen.getByRole('dialog', { name: 'Edit your review' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull()
})

test('an undelivered item cannot be reviewed [product.8]', async () => {
  show(anOrder({ orderStatus: 'Shipped' }))
  await screen.findByRole('article')

  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull()
})

import { act, cleanup, screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { get, set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aStore, aUser, paise } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import TrackingPage from './TrackingPage.tsx'

const show = (orders: Order[], at = '/order-tracking', others: Record<string, unknown> = {}) =>
  renderInStore(<TrackingPage />, { at, responses: { 'orders/view': { data: orders }, ...others } })

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

const older = anOrder({ _id: 'older', orderID: 'PEH-OLD', orderStatus: 'Shipped' })
const newest = anOrder({ _id: 'newest', orderID: 'PEH-NEW', orderStatus: 'On the way' })

test('the newest order is shown, and its id is added to the URL [track.1]', async () => {
  const { address } = show([newest, older])

  expect(await screen.findByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
  expect(screen.getByText('Order ID # PEH-NEW')).toBeVisible()
  await waitFor(() => expect(address()).toBe('/order-tracking?id=newest'))
})

test('a tap on a link is not undone when the list arrives while its page still loads [track.1]', async () => {
  show([newest])
  await screen.findByText('Order ID # PEH-NEW')
  cleanup()
  // The next visit starts with the stored order.
  let arrive = (_: unknown) => {}
  const list = new Promise((resolve) => (arrive = resolve))
  renderInStore(<TrackingPage />, {
    at: '/order-tracking',
    responses: { 'orders/view': () => list },
  })
  await screen.findByText('Order ID # PEH-NEW')

  // The router changes the URL first and shows the page once it has loaded.
  history.pushState(null, '', '/order-details?id=newest')
  arrive({ data: [{ ...newest, orderStatus: 'Arrived' }] })

  expect(await screen.findByRole('heading', { level: 1, name: 'Arrived' })).toBeVisible()
  expect(location.pathname).toBe('/order-details')
})

test('the URL selects the order, and the side list links to the others [track.1]', async () => {
  show([newest, older], '/order-tracking?id=older')

  expect(await screen.findByText('Order ID # PEH-OLD')).toBeVisible()
  const side = screen.getByRole('navigation', { name: 'Total Active Orders 2', hidden: true })
  expect(within(side).getByRole('link', { name: /PEH-NEW/, hidden: true })).toHaveAttribute(
    'href',
    '/order-tracking?id=newest',
  )
})

test('steps up to the current one are done, and the agent can be called [track.4] [track.5]', async () => {
  const agent = { name: 'Ravi Solanki', contactNumber: '9826041375' }
  show([{ ...newest, delivery_agent: agent }])

  const steps = within(await screen.findByRole('list', { name: 'Progress' }))
  expect(steps.getByText('On the way').closest('li')).toHaveAttribute('aria-current', 'step')
  expect(screen.getByText('Ravi Solanki')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+919826041375')
})

test('the order shows its arrival time, independent of the chosen location [track.1]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T16:12:00+05:30') })
  const promisedBy = '2026-01-15T11:05:00.000Z'
  const place = { text: 'Leh', city: 'Leh', latitude: '34.1', longitude: '77.5', delivery: null }
  await getDefaultStore().set(locationAtom, () => place)

  show([{ ...newest, promisedBy }])

  expect(await screen.findByText('Arrives by 4:35 pm · in 23 mins')).toBeVisible()
  expect(screen.queryByText('Unserviceable')).toBeNull()
  vi.useRealTimers()
})

test('without active orders it links to the store [track.2]', async () => {
  show([anOrder({ orderStatus: 'Delivered' })])

  expect(await screen.findByText('You dont have any active orders.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Shopping' })).toHaveAttribute('href', '/')
})

test('offline the empty state shows its age [track.2] [order.10]', async () => {
  show([anOrder({ orderStatus: 'Delivered' })])
  expect(await screen.findByText('You dont have any active orders.')).toBeVisible()
  expect(screen.queryByText(/^Saved on this device/)).toBeNull()

  act(() => observe({ kind: 'link', isUp: false, at: Date.now() + 1 }))

  expect(screen.getByText(/^Saved on this device less than a minute ago/)).toBeVisible()
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 2 })
})

test('a delivered order becomes "Delivered", with its items, a review and the time left to return [track.2]', async () => {
  const deliveredAt = new Date(Date.now() - 60_000).toISOString()
  const done = anOrder({ _id: 'done', orderStatus: 'Delivered', deliveredAt })
  show([newest, done], '/order-tracking?id=done')

  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(screen.getByRole('article', { name: 'Blue kurta' })).toBeVisible()
  expect(screen.getByText(/^Return or exchange by/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
  expect(screen.getByRole('dialog', { hidden: true })).toHaveTextContent('Blue kurta')
})

test('a delivered item that was reviewed can only be edited, also once the order is read again [track.2] [product.8]', async () => {
  const done = anOrder({
    _id: 'done',
    orderStatus: 'Delivered',
    deliveredAt: '2026-11-20T16:12:00Z',
  })
  let isReviewed = false
  const { requests } = renderInStore(<TrackingPage />, {
    at: '/order-tracking?id=done',
    responses: {
      'orders/view': () => ({
        data: [{ ...done, products: done.products.map((line) => ({ ...line, isReviewed })) }],
      }),
      'products/blue-kurta/reviews': () => {
        isReviewed = true
        return {}
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  await userEvent.click(screen.getByLabelText('4 stars'))
  await userEvent.click(screen.getByRole('button', { name: 'Submit review', hidden: true }))

  expect(await screen.findByRole('button', { name: 'Edit your review' })).toBeVisible()
  // Sooner than the next poll.
  const afterSending = () => requests.slice(requests.indexOf('products/blue-kurta/reviews'))
  await waitFor(() => expect(afterSending()).toContain('orders/view'), { timeout: 5000 })
})

test('a cancelled order says what is refunded, where and by when [track.2] [order.3]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T11:00:00+05:30') })
  const part = { amount: paise(999_00), to: 'UPI' as const, startedAt: '2026-11-23T06:00:00.000Z' }
  const refund = {
    amount: paise(999_00),
    status: 'pending' as const,
    parts: [{ ...part, status: 'pending' as const, reference: 'rfnd_1' }],
  }
  show([anOrder({ _id: 'gone', orderStatus: 'Cancelled', refund })], '/order-tracking?id=gone')

  const refundSection = within(
    await screen.findByRole('region', { name: '₹999 to your UPI account' }),
  )
  expect(refundSection.getByText('₹999 to your UPI account')).toBeVisible()
  expect(refundSection.getByText('Expected by Wed, 2 Dec')).toBeVisible()
  expect(refundSection.getByText('Refund ID: rfnd_1')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull()
  vi.useRealTimers()
})

test('a completed order links to the history [track.2] [track.3]', async () => {
  show([anOrder({ _id: 'done', orderStatus: 'Delivered' })], '/order-tracking?id=done')

  expect(
    await screen.findByText('This order is completed. Check this order in your order history.'),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Orders' })).toHaveAttribute(
    'href',
    '/order-listing',
  )
})

test.each([
  ['Pending', 'This order was cancelled, and there is nothing to pay.'],
  ['paid', 'This order was cancelled. Check'],
] as const)(
  'a cancelled order with payment %s does not read as completed [track.2] [order.3]',
  async (paymentStatus, sentence) => {
    const order = anOrder({ _id: 'gone', orderStatus: 'Cancelled', paymentStatus })
    show([order], '/order-tracking?id=gone')

    expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeVisible()
    expect(screen.queryByText(/This order is completed/)).toBeNull()
  },
)

test('help is about this order: a message and a complaint that name it [track.5] [support.1]', async () => {
  const store = aStore()
  const contacts = { ...store.contacts, whatsapp: '+91 731 400 0160' }
  show([newest], '/order-tracking', { store: { ...store, contacts } })

  const help = within(await screen.findByRole('region', { name: 'Help with this order' }))
  expect(await help.findByRole('link', { name: 'Message us on WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/917314000160?text=Order%20PEH-NEW%3A%20',
  )
  expect(help.getByRole('link', { name: 'Make a complaint about this order' })).toHaveAttribute(
    'href',
    '/customer-support?order=PEH-NEW#complaint',
  )
})

test('an unknown order id is reported [track.2]', async () => {
  show([newest], '/order-tracking?id=nobodys')

  expect(await screen.findByText('Order id in url is not correct.')).toBeVisible()
})

test('it is polled every ten seconds [track.1]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { requests } = show([newest])
  await screen.findByText('Order ID # PEH-NEW')

  await vi.advanceTimersByTimeAsync(10_500)

  expect(requests.filter((path) => path === 'orders/view')).toHaveLength(2)
  vi.useRealTimers()
})

test('the order that was just placed is deleted from storage here [pwa.11]', async () => {
  const order = { _id: 'newest', orderID: 'PEH-NEW', orderSlug: 'peh-new', amount: 999_00 }
  const addressText = '12 Palm Residency'
  await set('checkout', { state: 'placed', userId: 'asha', key: 'key-1', order, addressText })

  show([newest])

  await waitFor(async () => expect(await get('checkout')).toBeNull())
})

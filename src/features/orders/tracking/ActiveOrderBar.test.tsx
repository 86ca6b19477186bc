import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { ActiveOrderBar } from './ActiveOrderBar.tsx'

const setAppBadge = vi.fn(async () => {})

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
  setAppBadge.mockClear()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { setAppBadge }))
})
afterEach(() => clearSession())

const show = (orders: Order[], isShown = true) =>
  renderInStore(<ActiveOrderBar isShown={isShown} />, {
    responses: { 'orders/view': { data: orders } },
  })

test('an order under way is shown with its arrival, and is the badge [order.10]', async () => {
  const promisedBy = new Date(Date.now() + 22 * 60_000).toISOString()
  show([
    anOrder({ orderStatus: 'On the way', promisedBy }),
    anOrder({ _id: 'b', orderStatus: 'Delivered' }),
  ])

  const bar = await screen.findByRole('link', { name: /On the way.*Arrives.*Track/ })

  expect(bar).toHaveAttribute('href', '/order-tracking?id=order-1')
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1))
})

test('without an order under way there is neither a bar nor a badge [order.10]', async () => {
  const { requests } = show([anOrder({ orderStatus: 'Delivered' })])

  await waitFor(() => expect(requests).not.toEqual([]))
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(0))
  expect(screen.queryByRole('link')).toBeNull()
  expect(requests.filter((path) => path.includes('events'))).toEqual([])
})

test('on a page that shows orders only the badge remains [order.10]', async () => {
  show([anOrder({ orderStatus: 'Shipped' })], false)

  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1))
  expect(screen.queryByRole('link')).toBeNull()
})

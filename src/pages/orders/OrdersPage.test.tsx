import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Order, OrderStatus } from '#contract/orders/order.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import OrdersPage from './OrdersPage.tsx'

const show = (orders: Order[]) =>
  renderInStore(<OrdersPage />, {
    at: '/order-listing',
    responses: { 'orders/view': { data: orders } },
  })

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

test('the history lists all completed orders in the given order [hist.1]', async () => {
  const orders = OrderStatus.options.map((orderStatus, index) =>
    anOrder({ _id: `order-${index}`, orderID: `PEH-${index}`, orderStatus }),
  )
  show(orders)

  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => card.querySelector('header > span')?.textContent)).toEqual([
    'Delivered',
    'Return Requested',
    'Return Accepted',
    'Return Cancelled',
    'Returned',
    'Exchange Requested',
    'Exchange Accepted',
    'Exchange Cancelled',
    'Exchanged',
    'Cancelled',
  ])
})

test('a card shows date, amount, items and address and links to the details [hist.1] [order.6]', async () => {
  show([anOrder({ _id: 'order 7', orderStatus: 'Delivered', createdAt: 'nonsense' })])

  const card = within(await screen.findByRole('article', { name: 'Order PEH-KAB55N' }))
  expect(card.getByText('Invalid Date')).toBeVisible()
  expect(card.getByText('₹999')).toBeVisible()
  expect(card.getByText('Blue kurta')).toBeVisible()
  expect(card.getByText('HOME, 12 Palm Residency, Indore, Madhya Pradesh, 452010')).toBeVisible()
  expect(card.getByRole('link', { name: /^View Details/ })).toHaveAttribute(
    'href',
    '/order-details?id=order%207',
  )
})

test('the history is empty if all orders are open [hist.1]', async () => {
  show([anOrder({ orderStatus: 'Shipped' })])

  expect(await screen.findByText('No previous orders found')).toBeVisible()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
  // The page is not empty: the shopper is not sent away from the order in progress.
  expect(screen.queryByRole('link', { name: 'Continue Shopping' })).not.toBeInTheDocument()
})

test('orders in progress are linked above the history [hist.1]', async () => {
  show([anOrder({ orderStatus: 'Shipped' }), anOrder({ _id: 'past', orderStatus: 'Delivered' })])

  const link = await screen.findByRole('link', { name: /^1 order in progress/ })
  expect(link).toHaveAttribute('href', '/order-tracking')
  expect(link).toHaveTextContent('Blue kurta · ₹999')
  expect(link).toHaveTextContent('To HOME, 12 Palm Residency, Indore')
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('an item that was returned is named on its order [hist.1]', async () => {
  const order = anOrder({ orderStatus: 'Delivered' })
  const [kurta] = order.products
  const products = [
    { ...kurta!, status: 'Returned' as const },
    { ...kurta!, _id: 'other' },
  ]
  show([{ ...order, products }])

  expect(await screen.findByText('Blue kurta: Returned')).toBeVisible()
  expect(screen.queryByText('Blue kurta: Delivered')).toBeNull()
})

test('further items of an order are counted [hist.1]', async () => {
  const order = anOrder({ orderStatus: 'Delivered' })
  const [kurta] = order.products
  const products = ['1', '2', '3', '4', '5'].map((_id) => ({ ...kurta!, _id }))
  show([{ ...order, products }])

  expect(await screen.findByText('Blue kurta and 4 more items')).toBeVisible()
  expect(screen.getByText('+1')).toBeVisible()
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { anOrder, aUser, paise } from '#tests/support/shopper/builders.ts'
import { RefundPage } from './InformationPages.tsx'

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

const show = (order = anOrder()) =>
  renderInStore(<RefundPage />, { at: '/refund/order-1', responses: { 'orders/order-1': order } })

test('the refund page names its order and links to it [shell.1] [shell.3]', () => {
  show()

  expect(screen.getByRole('heading', { name: 'Refund Details of order order-1' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'View your order' })).toHaveAttribute(
    'href',
    '/order-details?id=order-1',
  )
})

test('it shows amount, destination and state of a refund [shell.3] [order.11]', async () => {
  const refund: NonNullable<Order['refund']> = {
    ...{ amount: paise(999_00), status: 'processed' },
    parts: [
      {
        ...{ amount: paise(999_00), to: 'UPI', status: 'processed', reference: 'rfnd_1' },
        ...{ startedAt: '2026-11-20T11:00:00.000Z', settledAt: '2026-11-22T11:00:00.000Z' },
      },
    ],
  }
  show({ ...anOrder({ orderStatus: 'Cancelled' }), refund })

  expect(await screen.findByText(/^Refunded:/)).toHaveTextContent('Refunded: ₹999')
  expect(screen.getByText(/UPI/)).toBeVisible()
  expect(screen.getByText('Refund ID: rfnd_1')).toBeVisible()
})

test('before the pickup of a return it says what will be refunded [shell.3] [order.11]', async () => {
  const [line] = anOrder().products
  const products = [{ ...line!, status: 'Return Requested' as const, netAmount: paise(899_00) }]
  show(anOrder({ orderStatus: 'Return Requested', products }))

  expect(await screen.findByText(/we’ll call you/)).toHaveTextContent('your refund of ₹899')
})

test('without a refund it says so [shell.3]', async () => {
  show()

  expect(await screen.findByText('We haven’t refunded anything for this order.')).toBeVisible()
})

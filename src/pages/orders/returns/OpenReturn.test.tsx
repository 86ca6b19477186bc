import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Order, OrderLine } from '#contract/orders/order.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { anOrder, aUser, paise } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import OrderPage from '#pages/orders/OrderPage.tsx'

function delivered(line: Partial<OrderLine>): Order {
  const { products, ...order } = anOrder({ orderStatus: 'Delivered' })
  const deliveredAt = new Date(Date.now() - 3_600_000).toISOString()
  return { ...order, deliveredAt, products: products.map((piece) => ({ ...piece, ...line })) }
}

const show = (responses: Record<string, unknown>) =>
  renderInStore(<OrderPage />, { at: '/order-details?id=order-1', responses })

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

test('for a refund of cash the shopper gives a UPI ID or a bank account [order.11]', async () => {
  const requested = delivered({ status: 'Return Requested', netAmount: paise(90_000) })
  let saved: object | undefined
  show({
    'orders/order-1': () => ({ ...requested, ...(saved && { refundAccount: saved }) }),
    'orders/order-1/refund-account': () => {
      saved = { kind: 'upi', upiId: 'asha@okbank' }
      return {}
    },
  })
  const form = within(
    await screen.findByRole('region', { name: 'Where should we send your refund?' }),
  )

  await userEvent.click(form.getByRole('button', { name: 'Use a bank account instead' }))
  expect(form.getByRole('textbox', { name: 'IFSC' })).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Enter the name of the account holder')).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Use a UPI ID instead' }))
  await userEvent.type(form.getByRole('textbox', { name: 'UPI ID' }), 'asha')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Enter a UPI ID such as name@bank')).toBeVisible()
  await userEvent.type(form.getByRole('textbox', { name: 'UPI ID' }), '@okbank')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('region', { name: 'Refund to' })).toHaveTextContent('asha@okbank')
  expect(screen.getByText(/to the account you gave us/)).toBeVisible()
})

test('a requested return can be withdrawn, after a question [order.5] [order.7]', async () => {
  let isWithdrawn = false
  const requested = delivered({ status: 'Return Requested' })
  const { requests } = show({
    'orders/order-1': () =>
      isWithdrawn ? delivered({ status: 'Return Cancelled', isWithdrawn }) : requested,
    'orders/withdraw-return': () => {
      isWithdrawn = true
      return {}
    },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw return' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw the return?' }))
  expect(requests).not.toContain('orders/withdraw-return')
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw return' }))

  expect(await screen.findByText('You withdrew this return and keep the item.')).toBeVisible()
  expect(requests.filter((path) => path === 'orders/withdraw-return')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Withdraw return' })).toBeNull()
})

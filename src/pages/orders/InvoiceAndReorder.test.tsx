import { screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import type { Invoice, Order } from '#contract/orders/order.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, anOrder, aUser, paise, rupees } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { InvoiceAndReorder } from './OrderPage.tsx'

const at = '/order-details?id=order-1'
const show = (order: Order, responses: Record<string, unknown> = {}) =>
  renderInStore(<InvoiceAndReorder order={order} />, { at, responses })

const shipped = anOrder({
  orderStatus: 'Shipped',
  promisedBy: '2026-11-20T11:45:00.000Z',
  history: [
    { status: 'Accepted', at: '2026-11-20T10:42:00.000Z' },
    { status: 'Shipped', at: '2026-11-20T10:55:00.000Z' },
  ],
})

const invoice: Invoice = {
  number: 'PEH/2026-27/000017',
  at: '2026-11-20T16:25:00+05:30',
  seller: { name: 'Pehno Retail', address: 'Vijay Nagar, Indore', gstin: '23ABCDE1234F1Z5' },
  buyer: { name: 'Asha Rao', address: '12 Palm Residency, Indore' },
  lines: [
    {
      name: 'Amodra Blue kurta, M',
      hsn: '6206',
      quantity: 1,
      taxable: paise(951_42),
      gstPercent: 5,
      cgst: paise(23_79),
      sgst: paise(23_79),
      igst: paise(0),
      total: paise(999_00),
    },
  ],
  total: paise(999_00),
}

beforeEach(() => saveSession(aUser()))
afterEach(async () => {
  await clearPersisted()
  clearSession()
})

test('an invoice has all legal fields and can be printed [order.9]', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  show(shipped, { 'orders/order-1/invoice': invoice })

  await userEvent.click(screen.getByRole('button', { name: 'View invoice' }))

  const paper = await screen.findByRole('dialog', { name: 'Tax invoice' })
  for (const text of [
    'Pehno Retail',
    'GSTIN: 23ABCDE1234F1Z5',
    'Asha Rao',
    'PEH/2026-27/000017',
    '20 Nov 2026, 04:25 PM',
    'Delivery promised by20 Nov 2026, 05:15 PM',
    'Place of supplyMadhya Pradesh',
    'Amodra Blue kurta, M',
    '6206',
    'Taxable value₹951.42',
    'CGST₹23.79',
    'SGST₹23.79',
    '2.5%',
    'Total (inclusive of all taxes)₹999.00',
  ]) {
    expect(paper).toHaveTextContent(text)
  }
  await userEvent.click(within(paper).getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

test.each([
  [anOrder(), 0],
  [shipped, 1],
  [{ ...shipped, orderType: 'Try and Buy' as const }, 0],
])('shipped orders have an invoice [order.9] (%#)', (order, invoices) => {
  show(order)

  expect(screen.queryAllByRole('button', { name: 'View invoice' })).toHaveLength(invoices)
})

const reordered = { products: [aCartLine()], totalAmount: rupees(999) }

test('an order is added to the bag again once, with a link to it [order.9]', async () => {
  const { requests, address } = show(shipped, {
    'orders/order-1/again': { cart: reordered, missing: [] },
  })

  await userEvent.dblClick(screen.getByRole('button', { name: 'Order again' }))

  await waitFor(() => expect(address()).toBe('/cart'))
  expect(requests).toEqual(['orders/order-1/again'])
  expect(getDefaultStore().get(cartAtom).products).toHaveLength(1)
})

test('unavailable items are named [order.9]', async () => {
  const missing = ['Blue kurta, M']
  const { address } = show(shipped, { 'orders/order-1/again': { cart: reordered, missing } })

  await userEvent.click(screen.getByRole('button', { name: 'Order again' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'This item isn’t available' }))
  expect(dialog.getByText('Blue kurta, M')).toBeVisible()
  expect(dialog.getByText('We didn’t add anything to your bag.')).toBeVisible()
  expect(address()).toBe(at)
})

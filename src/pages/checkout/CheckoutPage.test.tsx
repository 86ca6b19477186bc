import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aCartLine, aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { failure, handle, outboxWith } from '#tests/support/shopper/outboxFixtures.ts'
import {
  cart,
  home,
  line,
  placeOrder,
  showCheckout,
} from '#tests/support/screens/checkoutScreen.tsx'

const fresh = {
  success: false,
  code: 'price_changed',
  msg: 'Your bag has changed. Please check the new total.',
  summary: {
    isCouponApplied: false,
    baseAmount: 1998_00,
    discountedAmount: 1998_00,
    trialCharges: 0,
    shippingCharges: 49_00,
    finalAmount: 2047_00,
  },
  lines: [line],
}

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
  await getDefaultStore().set(cartAtom, () => cart)
})
afterEach(() => {
  clearSession()
  localStorage.clear()
})

test('payment, address and price are shown [checkout.1] [checkout.2]', async () => {
  showCheckout([])

  expect(await screen.findByText(/^HOME, 12 Palm Residency/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
  expect(screen.getByText('Pay using your Card/UPI/Netbanking, etc')).toBeVisible()
  expect(screen.getByText('Only UPI payment is acceptable at the time of delivery')).toBeVisible()
  const sum = screen.getByRole('region', { name: 'Order summary' })
  expect(sum).toHaveTextContent('Bag Amount₹3,998')
  expect(sum).toHaveTextContent('MRP Discount−₹2,000')
  expect(sum).toHaveTextContent('Shipping ChargesFREE')
  expect(sum).toHaveTextContent('Total Amount (inclusive of all taxes)₹1,998')
  expect(sum).not.toHaveTextContent('Coupon')
  expect(sum).not.toHaveTextContent('Trial')
})

test('the address is shown from the device before the saved ones have loaded [checkout.2]', async () => {
  const { _id: addressId, city, latitude, longitude } = home
  const chosen = { text: 'HOME, 12 Palm Residency', city, latitude, longitude, addressId }
  await getDefaultStore().set(locationAtom, () => chosen)

  showCheckout([], { address: new Promise(() => undefined) })

  expect(await screen.findByText('HOME, 12 Palm Residency')).toBeVisible()
})

test('an unknown address is not shown [checkout.2]', async () => {
  let respond = (_response: object) => {}
  showCheckout([], { address: new Promise<object>((resolve) => (respond = resolve)) })
  await screen.findByText('Delivering to')
  expect(screen.queryByText('No address chosen yet')).toBeNull()

  respond({ success: true, address: [] })

  expect(await screen.findByText('No address chosen yet')).toBeVisible()
})

test('a bag without an address cannot be ordered, with a reason beside the button [checkout.2] [a11y.1]', async () => {
  showCheckout([], {
    'cart/view/asha': { success: true, result: { ...cart, addressId: undefined } },
  })
  const placeStep = await screen.findByRole('button', { name: 'Place Order' })

  await waitFor(() => expect(placeStep).toBeDisabled())
  expect(placeStep).toHaveAccessibleDescription(
    'Please select a delivery address in your bag. Go to bag',
  )
  const reason = within(screen.getByRole('alert'))
  expect(reason.getByRole('link', { name: 'Go to bag' })).toHaveAttribute('href', '/cart')
})

test('the button is busy while pending changes are sent before the order [checkout.4] [pwa.13]', async () => {
  let fail: (error: Error) => void = () => undefined
  const { send } = handle(() => new Promise((_, reject) => (fail = reject)), 'cart')
  const change = {
    type: 'cart.update',
    lineId: 'other',
    name: 'Saree',
    to: { quantity: 1 },
  } as const
  await getDefaultStore().set(outboxAtom, outboxWith({ change, failures: 1 }))
  const { sent } = showCheckout([])
  await placeOrder()

  expect(await screen.findByRole('button', { name: 'Placing Order...' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await waitFor(() => expect(send).toHaveBeenCalled())
  fail(failure('unavailable'))

  expect(await screen.findByRole('button', { name: 'Place Order' })).toBeEnabled()
  expect(sent).toEqual([])
})

test('ordered items leave the bag at once, even if the bag cannot be read [checkout.5]', async () => {
  const order = { _id: 'order-1', orderID: 'PEH-1', orderSlug: 'peh-1', amount: 1998_00 }
  const placed = { success: true, status: 200, result: { order } }
  showCheckout([placed], { 'cart/view/asha': { success: false } })

  await placeOrder()

  expect(await screen.findByText('Order ID # PEH-1')).toBeVisible()
  await waitFor(() => expect(getDefaultStore().get(cartAtom).products).toEqual([]))
})

test('orders above the cash limit are paid online, with an explanation [checkout.1]', async () => {
  const expensiveCart = {
    ...cart,
    products: [aCartLine({ quantity: 8 }), aCartLine({ _id: 'line-2', quantity: 8 })],
  }
  await getDefaultStore().set(cartAtom, () => expensiveCart)
  showCheckout([], { 'cart/view/asha': { success: true, result: expensiveCart } })

  expect(
    await screen.findByText('Cash on Delivery isn’t available for orders above ₹10,000.'),
  ).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Cash on Delivery' })).toBeNull()
})

test('orders refused for cash are paid online, with an explanation in advance [checkout.1]', async () => {
  const cashRefusal = 'You already have 2 unpaid Cash on Delivery orders.'
  showCheckout([], { 'cart/view/asha': { success: true, result: cart, cashRefusal } })

  expect(await screen.findByText(new RegExp(cashRefusal))).toHaveTextContent(cashRefusal)
  expect(screen.queryByRole('radio', { name: 'Cash on Delivery' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
})

test('cash refused for the order is not offered again [checkout.1] [checkout.7]', async () => {
  const why = 'Cash on Delivery isn’t available at this address right now.'
  const view: Record<string, unknown> = { success: true, result: cart }
  const msg = `${why} Please choose Online Payment.`
  showCheckout([{ success: false, code: 'not_allowed_now', msg }], { 'cart/view/asha': view })
  await screen.findByRole('radio', { name: 'Cash on Delivery' })
  view.cashRefusal = why

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent(msg)
  expect(await screen.findByText(`${why} Please pay online.`)).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Cash on Delivery' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
})

test('an order that fails without a message shows a default one and can be placed again [checkout.7]', async () => {
  showCheckout([{ success: false }])

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent('Order could not be placed!')
  expect(screen.getByRole('button', { name: 'Place Order' })).toBeEnabled()
})

test('a shipping charge that fails to load is 0 until it is known [checkout.11]', async () => {
  showCheckout([fresh], { 'shipping-charge/get-shipping-charge': undefined })
  const sum = await screen.findByRole('region', { name: 'Order summary' })
  expect(sum).toHaveTextContent('Shipping ChargesFREE')
  expect(screen.queryByRole('alert')).toBeNull()

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent(fresh.msg)
  expect(screen.getByRole('region', { name: 'Order summary' })).toHaveTextContent('₹2,047')
})

test('a changed price is shown and needs another confirmation [checkout.3]', async () => {
  const { sent } = showCheckout([fresh, 'lost'])
  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent(fresh.msg)
  expect(screen.getByRole('region', { name: 'Order summary' })).toHaveTextContent('₹2,047')
  expect(sent[0]?.body).toMatchObject({
    totalAmount: 1998_00,
    paymentMethod: 'cash on delivery',
    cart_item_ids: [{ _id: line._id, quantity: 2, size: line.size, purchaseType: 'Standard' }],
  })
  await placeOrder()

  await waitFor(() => expect(sent[1]?.body).toMatchObject({ totalAmount: 2047_00 }))
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('a missing response is reported, and a retry is the same order [checkout.8] [checkout.7]', async () => {
  const { sent } = showCheckout(['lost', 'lost'])
  await placeOrder()
  expect(await screen.findByRole('alert')).toHaveTextContent(/You.re offline/)

  await placeOrder()

  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[0]?.key).toMatch(/^.{8,128}$/)
})

test('a sold-out product shows the server’s message and leads back to the bag [checkout.7] [order.8]', async () => {
  showCheckout([{ success: false, code: 'out_of_stock', msg: 'Blue kurta in M is sold out' }])

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent('Blue kurta in M is sold out')
  expect(screen.getByRole('link', { name: 'Go to bag' })).toHaveAttribute('href', '/cart')
})

test('opening it with sold-out items names them and links to the bag [checkout.7] [bag.12] [order.8]', async () => {
  const soldOut = aCartLine({ productId: aProduct({ name: 'Red saree', stock: { S: 4, M: 0 } }) })
  const few = aCartLine({ _id: 'line-2', quantity: 2, productId: aProduct({ stock: { M: 1 } }) })
  const short = { ...cart, products: [soldOut, few] }
  await getDefaultStore().set(cartAtom, () => short)
  showCheckout([], { 'cart/view/asha': { success: true, result: short } })

  const alert = await screen.findByRole('alert')

  expect(alert).toHaveTextContent('Red saree in size M is sold out')
  expect(alert).toHaveTextContent('Only 1 left of Blue kurta in size M')
  expect(within(alert).getByRole('link', { name: 'Go to bag' })).toHaveAttribute('href', '/cart')
  expect(screen.getByRole('link', { name: 'Edit bag' })).toHaveAttribute('href', '/cart')
  expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull()

  // Back in stock it can be ordered again.
  await act(() => getDefaultStore().set(cartAtom, () => cart))

  expect(screen.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the page is blocked while the order is placed [checkout.4]', async () => {
  showCheckout([])
  const button = await screen.findByRole('button', { name: 'Place Order' })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))

  await userEvent.click(button)

  expect(await screen.findByRole('dialog', { name: 'Placing Order...' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull()
})

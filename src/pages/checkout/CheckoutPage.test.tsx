import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { get, set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { startPlacing } from '#features/checkout/checkoutRecord.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { aCartLine, aProduct, aUser, paise, rupees } from '#tests/support/shopper/builders.ts'
import { outboxAtom } from '#platform/outbox/outboxAtom.ts'
import { failure, handle, outboxWith } from '#tests/support/shopper/outboxFixtures.ts'
import CheckoutPage from './CheckoutPage.tsx'

const home = {
  _id: 'home-1',
  label: 'home',
  street: '12 Palm Residency',
  city: 'Indore',
  state: '',
  postalCode: '452010',
  latitude: '22.75',
  longitude: '75.89',
}
const line = aCartLine({ quantity: 2 })
const cart = { products: [line], totalAmount: rupees(1998), addressId: 'home-1' }
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

type Sent = { key: string | null; body: Record<string, unknown> }

/** The server's responses to each order in turn; `lost` is no response at all. */
function show(responses: (object | 'lost')[], otherResponses: Record<string, unknown> = {}) {
  const sent: Sent[] = []
  const known: Record<string, unknown> = {
    'cart/view/asha': { success: true, result: cart },
    address: { success: true, address: [home] },
    'shipping-charge/get-shipping-charge': { success: true, result: [] },
    ...otherResponses,
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/', '')
    const headers = { 'x-api': '1' }
    if (path !== 'cart/checkout')
      return Response.json((await known[path]) ?? { success: false }, { headers })
    sent.push({
      key: request.headers.get('Idempotency-Key'),
      body: (await request.json()) as Sent['body'],
    })
    const response = responses.shift()
    if (response === 'lost' || !response) throw new TypeError('connection reset')
    return Response.json(response, { status: 'code' in response ? 409 : 200, headers })
  })
  render(
    <MemoryRouter initialEntries={['/checkout']}>
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <CheckoutPage />
      </SWRConfig>
    </MemoryRouter>,
  )
  return { sent }
}

const placeOrder = async (method = 'Cash on Delivery') => {
  await userEvent.click(await screen.findByRole('radio', { name: method }))
  await userEvent.click(await screen.findByRole('button', { name: 'Place Order' }))
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
  show([])

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

  show([], { address: new Promise(() => undefined) })

  expect(await screen.findByText('HOME, 12 Palm Residency')).toBeVisible()
})

test('an unknown address is not shown [checkout.2]', async () => {
  let respond = (_response: object) => {}
  show([], { address: new Promise<object>((resolve) => (respond = resolve)) })
  await screen.findByText('Delivering to')
  expect(screen.queryByText('No address chosen yet')).toBeNull()

  respond({ success: true, address: [] })

  expect(await screen.findByText('No address chosen yet')).toBeVisible()
})

test('a bag without an address cannot be ordered, with a reason beside the button [checkout.2] [a11y.1]', async () => {
  show([], { 'cart/view/asha': { success: true, result: { ...cart, addressId: undefined } } })
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
  const { sent } = show([])
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
  show([placed], { 'cart/view/asha': { success: false } })

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
  show([], { 'cart/view/asha': { success: true, result: expensiveCart } })

  expect(
    await screen.findByText('Cash on Delivery isn’t available for orders above ₹10,000.'),
  ).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Cash on Delivery' })).toBeNull()
})

test('orders refused for cash are paid online, with an explanation in advance [checkout.1]', async () => {
  const cashRefusal = 'You already have 2 unpaid Cash on Delivery orders.'
  show([], { 'cart/view/asha': { success: true, result: cart, cashRefusal } })

  expect(await screen.findByText(new RegExp(cashRefusal))).toHaveTextContent(cashRefusal)
  expect(screen.queryByRole('radio', { name: 'Cash on Delivery' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
})

test('cash refused for the order is not offered again [checkout.1] [checkout.7]', async () => {
  const why = 'Cash on Delivery isn’t available at this address right now.'
  const view: Record<string, unknown> = { success: true, result: cart }
  const msg = `${why} Please choose Online Payment.`
  show([{ success: false, code: 'not_allowed_now', msg }], { 'cart/view/asha': view })
  await screen.findByRole('radio', { name: 'Cash on Delivery' })
  view.cashRefusal = why

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent(msg)
  expect(await screen.findByText(`${why} Please pay online.`)).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Cash on Delivery' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
})

test('an order that fails without a message shows a default one and can be placed again [checkout.7]', async () => {
  show([{ success: false }])

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent('Order could not be placed!')
  expect(screen.getByRole('button', { name: 'Place Order' })).toBeEnabled()
})

test('a shipping charge that fails to load is 0 until it is known [checkout.11]', async () => {
  show([fresh], { 'shipping-charge/get-shipping-charge': undefined })
  const sum = await screen.findByRole('region', { name: 'Order summary' })
  expect(sum).toHaveTextContent('Shipping ChargesFREE')
  expect(screen.queryByRole('alert')).toBeNull()

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent(fresh.msg)
  expect(screen.getByRole('region', { name: 'Order summary' })).toHaveTextContent('₹2,047')
})

test('a changed price is shown and needs another confirmation [checkout.3]', async () => {
  const { sent } = show([fresh, 'lost'])
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
  const { sent } = show(['lost', 'lost'])
  await placeOrder()
  expect(await screen.findByRole('alert')).toHaveTextContent(/You.re offline/)

  await placeOrder()

  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[0]?.key).toMatch(/^.{8,128}$/)
})

test('a sold-out product shows the server’s message and leads back to the bag [checkout.7] [order.8]', async () => {
  show([{ success: false, code: 'out_of_stock', msg: 'Blue kurta in M is sold out' }])

  await placeOrder()

  expect(await screen.findByRole('alert')).toHaveTextContent('Blue kurta in M is sold out')
  expect(screen.getByRole('link', { name: 'Go to bag' })).toHaveAttribute('href', '/cart')
})

test('opening it with sold-out items names them and links to the bag [checkout.7] [bag.12] [order.8]', async () => {
  const soldOut = aCartLine({ productId: aProduct({ name: 'Red saree', stock: { S: 4, M: 0 } }) })
  const few = aCartLine({ _id: 'line-2', quantity: 2, productId: aProduct({ stock: { M: 1 } }) })
  const short = { ...cart, products: [soldOut, few] }
  await getDefaultStore().set(cartAtom, () => short)
  show([], { 'cart/view/asha': { success: true, result: short } })

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
  show([])
  const button = await screen.findByRole('button', { name: 'Place Order' })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))

  await userEvent.click(button)

  expect(await screen.findByRole('dialog', { name: 'Placing Order...' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull()
})

const placedOrder = { _id: 'order-1', orderID: 'PEH-1', orderSlug: 'peh-1', amount: 1998_00 }
const placedResponse = { success: true, status: 200, result: { order: placedOrder } }
const paymentIs = (state: string) => ({ success: true, result: { state, order: placedOrder } })
const emptyBag = { 'cart/view/asha': { success: true, result: { ...cart, products: [] } } }
const common = { userId: 'asha', key: 'key-of-order-1', addressText: 'HOME' }
const paying = { ...common, state: 'paying', order: placedOrder }
const sentOrder = {
  userId: 'asha',
  addressId: 'home-1',
  cart_item_ids: [{ _id: line._id, purchaseType: 'Standard' as const, size: 'M', quantity: 2 }],
  totalAmount: paise(1998_00),
  paymentMethod: 'cash on delivery' as const,
}
const placing = () => ({ ...common, state: 'placing', order: sentOrder, sentAt: Date.now() })

/** Opens the page with what another page has left behind. */
async function openWith(
  record: object,
  responses: Parameters<typeof show>[0] = [],
  otherResponses: Record<string, unknown> = {},
) {
  await set('checkout', record)
  if ('cart/view/asha' in otherResponses)
    await getDefaultStore().set(cartAtom, () => ({ ...cart, products: [] }))
  const { sent } = show(responses, otherResponses)
  return { sent, keys: () => sent.map(({ key }) => key) }
}

const isPlaced = async () => {
  expect(await screen.findByText('Order ID # PEH-1', undefined, { timeout: 4000 })).toBeVisible()
  const record = { state: 'placed', order: placedOrder }
  await waitFor(async () => expect(await get('checkout')).toMatchObject(record))
}
const formIsShown = async () =>
  expect(await screen.findByRole('button', { name: 'Place Order' })).toBeEnabled()

test('an order without a response is sent again with its key if the bag is empty [checkout.8] [checkout.7]', async () => {
  const { keys } = await openWith(placing(), [placedResponse], emptyBag)

  expect(await screen.findByRole('dialog', { name: 'Placing Order...' })).toBeVisible()
  await isPlaced()
  expect(keys()).toEqual([common.key])
  expect(screen.getByText('HOME')).toBeVisible()
})

test('a page that was killed while it stored the placed order shows that order [checkout.8] [success.1]', async () => {
  localStorage.setItem(storageKeys.orderSuccessTimestamp, '1')
  const { keys } = await openWith(placing(), [placedResponse], emptyBag)

  await isPlaced()
  expect(keys()).toEqual([common.key])
})

test('an order without a response is sent again three times at most [checkout.8]', async () => {
  const busy = { success: false, code: 'unavailable', msg: 'Busy' }
  const { keys } = await openWith(placing(), Array(5).fill(busy), emptyBag)

  await waitFor(() => expect(keys()).toHaveLength(3))
  expect(await screen.findByText('You have no items in cart')).toBeVisible()
  await act(() => getDefaultStore().set(cartAtom, (bag) => ({ ...bag })))
  expect(keys()).toEqual(Array(3).fill(common.key))
  expect(await get('checkout')).toMatchObject({ state: 'placing', key: common.key })
})

test('with items in the bag the shopper sends an order without a response again, with its key [checkout.8]', async () => {
  const { sent, keys } = await openWith(placing(), [placedResponse])
  await formIsShown()
  expect(sent).toEqual([])

  await placeOrder()

  await isPlaced()
  expect(keys()).toEqual([common.key])
})

test('a bag that was changed since is a new order [checkout.8]', async () => {
  const other = { ...placing(), order: { ...sentOrder, totalAmount: paise(1_00) } }
  const { sent, keys } = await openWith(other, ['lost'])

  await placeOrder()

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(keys()).not.toContain(common.key)
})

test('a payment without a known result is checked [checkout.10]', async () => {
  let respond = (_response: object) => {}
  const response = new Promise<object>((resolve) => (respond = resolve))
  await openWith(paying, [], { 'orders/payment/order-1': response })

  expect(await screen.findByRole('dialog', { name: 'We are checking your payment' })).toBeVisible()
  respond(paymentIs('paid'))

  await isPlaced()
})

test('a payment that came too late is reported, and the form can be used again [checkout.10]', async () => {
  await openWith(paying, [], { 'orders/payment/order-1': paymentIs('refunded') })

  expect(await screen.findByRole('alert')).toHaveTextContent('refund the full amount')
  await formIsShown()
  expect(await get('checkout')).toBeNull()
})

test('a payment in a closed window does not block the page, and is found if it was paid [checkout.6] [checkout.10]', async () => {
  let respond = (_response: object) => {}
  const response = new Promise<object>((resolve) => (respond = resolve))
  await openWith({ ...paying, end: 'dismissed' }, [], { 'orders/payment/order-1': response })
  await formIsShown()
  expect(screen.queryByRole('dialog')).toBeNull()

  respond(paymentIs('paid'))

  await isPlaced()
})

test('an earlier payment is checked before a later order is sent again [checkout.8] [checkout.10]', async () => {
  const both = { ...placing(), key: 'key-of-order-2', earlier: paying }
  const { sent } = await openWith(both, [], {
    ...emptyBag,
    'orders/payment/order-1': paymentIs('paid'),
  })

  await isPlaced()
  expect(sent).toEqual([])
})

test('a placed order is shown while its countdown runs, and not after it [success.1]', async () => {
  localStorage.setItem(storageKeys.orderSuccessTimestamp, String(Date.now()))
  await openWith({ ...common, state: 'placed', order: placedOrder })
  await isPlaced()

  cleanup()
  localStorage.removeItem(storageKeys.orderSuccessTimestamp)
  show([])
  await formIsShown()
})

test.each([
  ['another customer’s order', () => ({ ...placing(), userId: 'ravi' })],
  ['an order that is too old', () => ({ ...placing(), sentAt: Date.now() - 86_400_000 })],
  ['another customer’s payment', () => ({ ...paying, userId: 'ravi' })],
  ['another customer’s placed order', () => ({ ...paying, userId: 'ravi', state: 'placed' })],
])('%s is ignored [checkout.8] [login.6]', async (_, record) => {
  const { sent } = await openWith(record(), [placedResponse], {
    ...emptyBag,
    'orders/payment/order-1': paymentIs('paid'),
  })

  expect(await screen.findByText('You have no items in cart')).toBeVisible()
  expect(sent).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an order that another tab is placing is not sent here while the bag has items [checkout.8]', async () => {
  const { sent } = show([])
  await formIsShown()

  await act(() => startPlacing(sentOrder, 'HOME'))

  await formIsShown()
  expect(sent).toEqual([])
})

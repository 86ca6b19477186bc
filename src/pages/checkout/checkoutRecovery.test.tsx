import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { startPlacing } from '#features/checkout/checkoutRecord.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aUser, paise } from '#tests/support/shopper/builders.ts'
import { cart, line, placeOrder, showCheckout } from '#tests/support/screens/checkoutScreen.tsx'

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
  await getDefaultStore().set(cartAtom, () => cart)
})
afterEach(() => {
  clearSession()
  localStorage.clear()
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
  responses: Parameters<typeof showCheckout>[0] = [],
  otherResponses: Record<string, unknown> = {},
) {
  await set('checkout', record)
  if ('cart/view/asha' in otherResponses)
    await getDefaultStore().set(cartAtom, () => ({ ...cart, products: [] }))
  const { sent } = showCheckout(responses, otherResponses)
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
  showCheckout([])
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
  const { sent } = showCheckout([])
  await formIsShown()

  await act(() => startPlacing(sentOrder, 'HOME'))

  await formIsShown()
  expect(sent).toEqual([])
})

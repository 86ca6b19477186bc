import { renderHook, waitFor } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import * as rules from '#contract/rules.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { channelName, clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aUser, paise } from '#tests/support/shopper/builders.ts'
import {
  checkoutAtom,
  endWithoutOrder,
  finishPlaced,
  forgetPlaced,
  type Placing,
  savePaymentEnd,
  startPaying,
  startPlacing,
  useCheckoutRecord,
} from './checkoutRecord.ts'

const orderInput = {
  userId: 'asha',
  addressId: 'home-1',
  cart_item_ids: [{ _id: 'line-1', purchaseType: 'Standard' as const, size: 'M' }],
  totalAmount: paise(999_00),
  paymentMethod: 'cash on delivery' as const,
}
const cheaper = { ...orderInput, totalAmount: paise(998_00) }
const order = { _id: 'order-1', orderID: 'PEH-1', orderSlug: 'peh-1', amount: paise(999_00) }
const signed = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: '0'.repeat(64),
}
const stored = () => get<unknown>('checkout')
const sinceMs = () => localStorage.getItem(storageKeys.orderSuccessTimestamp)

/** What the page finds when it opens. */
async function recordOf(userId = 'asha') {
  const { user, token } = aUser()
  saveSession({ token, user: { ...user, _id: userId } })
  const { result, unmount } = renderHook(useCheckoutRecord)
  await waitFor(() => expect(result.current.isRead).toBe(true))
  const { record } = result.current
  unmount()
  return record
}

/** What another tab does. */
async function inAnotherTab(record: unknown) {
  await set('checkout', record)
  new BroadcastChannel(channelName).postMessage('checkout')
}

beforeEach(async () => {
  await clearPersisted()
  localStorage.clear()
  saveSession(aUser())
})
afterEach(() => {
  vi.restoreAllMocks()
  clearSession()
})

test('an order without a response belongs to its customer only [checkout.8]', async () => {
  await startPlacing(orderInput, 'HOME')

  expect(await recordOf('asha')).toMatchObject({ state: 'placing', order: orderInput })
  expect(await recordOf('ravi')).toBeUndefined()
})

test('a retry promises what the first attempt promised, with the same key [checkout.8]', async () => {
  const first = await startPlacing(
    { ...orderInput, promisedBy: '2026-11-25T07:30:00.000Z' },
    'HOME',
  )
  const again = { ...orderInput, promisedBy: '2026-11-25T07:35:00.000Z' }

  expect(await startPlacing(again, 'HOME')).toEqual(first)
  expect((await startPlacing(cheaper, 'HOME')).key).not.toBe(first.key)
})

test('an order that another tab has sent has its key here too [checkout.8]', async () => {
  const first = await startPlacing(orderInput, 'HOME')
  await clearPersisted()

  // This tab does not show it yet.
  await set('checkout', first)

  expect((await startPlacing(orderInput, 'HOME')).key).toBe(first.key)
})

test('an order that is too old to be sent again gets a new key [checkout.8]', async () => {
  const { key } = await startPlacing(orderInput, 'HOME')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + rules.idempotency.ttlMs)

  expect(await recordOf()).toBeUndefined()
  expect((await startPlacing(orderInput, 'HOME')).key).not.toBe(key)
})

test('each step replaces the one before, and only the last writes the timestamp [checkout.5] [success.1]', async () => {
  localStorage.setItem(storageKeys.orderSuccessTimestamp, '1')
  const placing = await startPlacing(orderInput, 'HOME')
  expect([await stored(), sinceMs()]).toEqual([placing, null])

  const paying = await startPaying(placing, order)
  const { key } = placing
  const common = { userId: 'asha', key, addressText: 'HOME', order }
  expect([await stored(), sinceMs()]).toEqual([{ ...common, state: 'paying' }, null])

  await savePaymentEnd(paying, signed)
  expect([await stored(), sinceMs()]).toEqual([{ ...common, state: 'paying', end: signed }, null])

  await finishPlaced(paying, order)
  expect([await stored(), sinceMs()]).toEqual([
    { ...common, state: 'placed' },
    expect.stringMatching(/^\d+$/),
  ])

  await forgetPlaced()
  expect(await stored()).toBeNull()
})

test('a refused order, and a payment that failed, leave nothing [checkout.7] [checkout.10]', async () => {
  await endWithoutOrder(await startPlacing(orderInput, 'HOME'))
  expect(await stored()).toBeNull()

  await endWithoutOrder(await startPaying(await startPlacing(orderInput, 'HOME'), order))
  expect(await stored()).toBeNull()
})

test('a tracking page that opens leaves an unfinished order alone [checkout.8] [checkout.10]', async () => {
  const placing = await startPlacing(orderInput, 'HOME')
  await forgetPlaced()
  expect(await stored()).toEqual(placing)

  const paying = await startPaying(placing, order)
  await forgetPlaced()
  expect(await stored()).toEqual(paying)
})

test('a payment without a result survives a later order that is refused [checkout.10]', async () => {
  const paying = await startPaying(await startPlacing(orderInput, 'HOME'), order)
  await savePaymentEnd(paying, 'dismissed')

  const later = await startPlacing(cheaper, 'HOME')
  expect(await recordOf()).toMatchObject({ key: later.key, earlier: { order, end: 'dismissed' } })
  await endWithoutOrder(later)

  expect(await recordOf()).toMatchObject({ state: 'paying', order, end: 'dismissed' })
})

test('the end of an earlier payment leaves the later order alone [checkout.8] [checkout.10]', async () => {
  const paying = await startPaying(await startPlacing(orderInput, 'HOME'), order)
  const later = await startPlacing(cheaper, 'HOME')

  await endWithoutOrder(paying)

  const record = await recordOf()
  expect(record).toMatchObject({ state: 'placing', key: later.key })
  expect(record).not.toHaveProperty('earlier.order')
  expect((await startPlacing(cheaper, 'HOME')).key).toBe(later.key)
})

test.each<[string, (placing: Placing) => Promise<unknown>]>([
  ['starts paying', (placing) => startPaying(placing, order)],
  ['is refused', (placing) => endWithoutOrder(placing)],
])('an order that %s here stays placed in the tab that placed it [checkout.8]', async (_, step) => {
  const placing = await startPlacing(orderInput, 'HOME')
  const placed = { userId: 'asha', key: placing.key, addressText: '', state: 'placed', order }
  await inAnotherTab(placed)

  await step(placing)

  expect(await stored()).toEqual(placed)
})

test('the result of an older order leaves another tab’s new order alone [checkout.8]', async () => {
  const older = await startPlacing(orderInput, 'HOME')
  const newer = { ...older, key: 'another-key', order: cheaper }
  await inAnotherTab(newer)

  await endWithoutOrder(older)
  expect(await stored()).toEqual(newer)
  await startPaying(older, order)
  expect(await stored()).toEqual(newer)
})

test('a logout deletes it, and no step follows it [login.6] [pwa.11]', async () => {
  const paying = await startPaying(await startPlacing(orderInput, 'HOME'), order)
  clearSession()
  await clearPersisted()
  localStorage.clear()

  await finishPlaced(paying, order)

  expect(await stored()).toBeUndefined()
  expect(getDefaultStore().get(checkoutAtom)).toBeNull()
  expect(sinceMs()).toBeNull()
})

test('where storage is denied it lasts as long as the page [checkout.8]', async () => {
  const leave = getDefaultStore().sub(checkoutAtom, () => undefined)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const { key } = await startPlacing(orderInput, 'HOME')

  // The shopper looks at another tab meanwhile.
  document.dispatchEvent(new Event('visibilitychange'))
  await stored()

  expect((await startPlacing(orderInput, 'HOME')).key).toBe(key)
  leave()
})

test.each([
  ['of an unknown state', { state: 'packing' }],
  ['without a key', { state: 'paying', userId: 'asha', addressText: '', order }],
  ['of a placed order without the order', { state: 'placed', userId: 'asha', key: 'k' }],
])('a record %s counts as none [checkout.8]', async (_, record) => {
  await inAnotherTab(record)

  expect(await recordOf()).toBeUndefined()
  expect(await startPlacing(orderInput, 'HOME')).toMatchObject({
    state: 'placing',
    order: orderInput,
  })
})

test('what the version before stored is no record, and does not disturb the next order [checkout.8]', async () => {
  await set('order-try', { key: 'old-key-1', order: orderInput, sentAt: Date.now() })
  await set('payment-try', { userId: 'asha', order, addressText: 'HOME' })
  await set('placed-order', { order, addressText: 'HOME' })

  expect(await recordOf()).toBeUndefined()
  expect((await startPlacing(orderInput, 'HOME')).key).not.toBe('old-key-1')
})

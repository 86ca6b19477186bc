import { act, renderHook, waitFor } from '@testing-library/react'
import { get } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { expect, test, vi } from 'vitest'

import { saveSession } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { aUser, paise } from '#tests/support/shopper/builders.ts'
import { checkoutAtom } from './checkoutRecord.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

const orderInput = {
  userId: 'asha',
  addressId: 'home-1',
  cart_item_ids: [{ _id: 'line-1', purchaseType: 'Standard' as const, size: 'M' }],
  totalAmount: paise(999_00),
  paymentMethod: 'cash on delivery' as const,
}
const order = { _id: 'order-1', orderID: 'PEH-KAB55N', orderSlug: 'peh-kab55n', amount: 999_00 }

test('a reload finds the order until it is shown as placed [checkout.4] [checkout.8]', async () => {
  saveSession(aUser())
  const response = { success: true, status: 200, result: { order } }
  vi.stubGlobal('fetch', async () => Response.json(response, { headers: { 'x-api': '1' } }))
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const { result } = renderHook(() => usePlaceOrder())

  await act(async () => {
    const placing = result.current.place(orderInput, '12 Palm Residency')
    const hasPause = () => expect(timer).toHaveBeenCalledWith(expect.any(Function), 2000)
    await waitFor(hasPause)
    expect(await get('checkout')).toMatchObject({ state: 'placing', order: orderInput })
    await placing
  })

  expect(await get('checkout')).toMatchObject({ state: 'placed', order })
  expect(localStorage.getItem(storageKeys.orderSuccessTimestamp)).not.toBeNull()
  expect(getDefaultStore().get(checkoutAtom)).toMatchObject({ state: 'placed', order })
})

test.each([
  { code: 'unavailable', isStored: true },
  { code: 'unexpected', isStored: true },
  { code: 'price_changed', isStored: false },
])('after "$code" the attempt is stored: $isStored [checkout.8]', async ({ code, isStored }) => {
  saveSession(aUser())
  const no = { success: false, code, msg: 'No' }
  vi.stubGlobal('fetch', async () =>
    Response.json(no, { status: isStored ? 503 : 409, headers: { 'x-api': '1' } }),
  )
  const { result } = renderHook(() => usePlaceOrder())

  await act(() => result.current.place(orderInput, '12 Palm Residency'))

  expect(result.current.problem).toMatchObject({ code })
  const attempt = { state: 'placing', order: orderInput }
  expect(await get('checkout')).toEqual(isStored ? expect.objectContaining(attempt) : null)
})

import { expect, test } from 'vitest'

import { paise } from '#tests/support/shopper/builders.ts'
import { attemptOrder, readAttemptedOrder } from './attempts.ts'

const order = {
  userId: 'asha',
  addressId: 'home-1',
  cart_item_ids: [{ _id: 'line-1', purchaseType: 'Standard' as const, size: 'M' }],
  totalAmount: paise(999_00),
  paymentMethod: 'cash on delivery' as const,
}

test('an order attempt without a response belongs to its customer only [checkout.8]', async () => {
  await attemptOrder(order)

  expect(await readAttemptedOrder('asha')).toEqual(order)
  expect(await readAttemptedOrder('ravi')).toBeUndefined()
})

test('a retry promises what the first attempt promised, with the same key [checkout.8]', async () => {
  const first = await attemptOrder({ ...order, promisedBy: '2026-11-25T07:30:00.000Z' })

  expect(await attemptOrder({ ...order, promisedBy: '2026-11-25T07:35:00.000Z' })).toEqual(first)
  expect((await attemptOrder({ ...order, totalAmount: paise(998_00) })).key).not.toBe(first.key)
})

import { expect, test } from 'vitest'

import { paise } from '#tests/support/shopper/builders.ts'
import { orderIdempotencyKey, readAttemptedOrder } from './attempts.ts'

const order = {
  userId: 'asha',
  addressId: 'home-1',
  cart_item_ids: [{ _id: 'line-1', purchaseType: 'Standard' as const, size: 'M' }],
  totalAmount: paise(999_00),
  paymentMethod: 'cash on delivery' as const,
}

test('an order attempt without a response belongs to its customer only [checkout.8]', async () => {
  await orderIdempotencyKey(order)

  expect(await readAttemptedOrder('asha')).toEqual(order)
  expect(await readAttemptedOrder('ravi')).toBeUndefined()
})

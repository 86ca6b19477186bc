import { type Answers, ok } from '#server/platform/answers.ts'
import type { WarehouseFor } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { placeOrder } from './placeOrder.ts'

export type CheckoutOutside = { warehouseFor: WarehouseFor }

/** From a bag to an order. */
export function checkoutAnswers({ warehouseFor }: CheckoutOutside): Answers {
  return {
    placeOrder: async ({ store, body, context }) => {
      if (context.req.header('Idempotency-Key') === undefined) {
        throw new StoreError('invalid', 'An order needs an Idempotency-Key')
      }
      if (body.paymentMethod === 'prepaid') {
        const sentence = 'Online payment is not available yet. Please pay on delivery.'
        throw new StoreError('unavailable', sentence)
      }
      const order = await placeOrder(store, body, warehouseFor)
      return ok({ status: 200 as const, result: { order } })
    },
  }
}

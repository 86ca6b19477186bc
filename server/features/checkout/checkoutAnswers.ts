import { type Answers, ok } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { openPayment } from './openPayment.ts'
import { type PlacingOutside, placeOrder } from './placeOrder.ts'

/** From a bag to an order, and for what is paid online to the payment window. */
export function checkoutAnswers(outside: PlacingOutside): Answers {
  return {
    placeOrder: {
      begin: async ({ store, body, context }) => {
        // The key is what makes the transaction in which `placeOrder` holds its locks.
        if (context.req.header('Idempotency-Key') === undefined) {
          throw new StoreError('invalid', 'An order needs an Idempotency-Key')
        }
        const order = await placeOrder(store, body, outside)
        return ok({ status: 200 as const, result: { order } })
      },
      finish: async ({ db, body }, { result: { order } }) => {
        const isPrepaid = body.paymentMethod === 'prepaid'
        const paymentOrder = isPrepaid
          ? await openPayment(db, outside.provider, order._id)
          : undefined
        const result = { order, ...(paymentOrder ? { paymentOrder } : {}) }
        return ok({ status: 200 as const, result })
      },
    },
  }
}

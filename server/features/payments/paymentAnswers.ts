import { type Answers, ok } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { readPayment } from './readPayment.ts'
import { type LinkOutside, sendPaymentLink } from './sendPaymentLink.ts'
import { proveSigned, settleSigned } from './verifyPayment.ts'

/** From the payment window to a paid order, and the link by which one is paid before the door. */
export function paymentAnswers(outside: LinkOutside): Answers {
  const { provider } = outside
  return {
    verifyPayment: {
      begin: async ({ store, body }) => {
        const orderID = await proveSigned(store, provider, body)
        return ok({ status: 200 as const, msg: 'Payment verified', result: { data: { orderID } } })
      },
      finish: async ({ store, body }, begun) => {
        await settleSigned(store, provider, body)
        return begun
      },
    },
    readPayment: async ({ store, params }) =>
      ok({ result: await readPayment(store, provider, params.id ?? '') }),
    sendPaymentLink: async ({ store, params }) => {
      try {
        await sendPaymentLink(store, params.id ?? '', outside)
        return ok({ msg: 'Payment link sent to your mobile number' })
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'not_allowed_now') throw error
        return { success: false as const, msg: error.message }
      }
    },
  }
}

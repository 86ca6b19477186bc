import * as v from 'valibot'

import { askRazorpay, type RazorpayOptions } from './askRazorpay.ts'
import { log } from './log.ts'
import {
  type NewLink,
  type PaymentProvider,
  ProviderLink,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
} from './paymentProvider.ts'
import { isSignedBy, paymentText } from './paymentSignature.ts'
import { StoreError } from './storeError.ts'

export type RazorpayKeys = { keyId: string; keySecret: string; webhookSecret: string }

const listOf = <Item extends v.GenericSchema>(item: Item) => v.object({ items: v.array(item) })
const currency = 'INR'

/** Payments by Razorpay, or by what speaks its language at another address. */
export function razorpay(
  keys: RazorpayKeys,
  { name = 'razorpay', ...options }: RazorpayOptions & { name?: PaymentProvider['name'] } = {},
): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = keys
  const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const answerTo = askRazorpay(`Basic ${basic}`, options)
  const read = async <Schema extends v.GenericSchema>(schema: Schema, path: string) =>
    checked(schema, await answerTo({ method: 'GET', path }))
  const post = async <Schema extends v.GenericSchema>(
    schema: Schema,
    call: { path: string; body?: object; headers?: Record<string, string> },
  ) => checked(schema, await answerTo({ method: 'POST', ...call }))

  return {
    name,
    keyId,
    createOrder: async ({ amountPaise, receipt }) => {
      // Where an answer was lost the order is there already, under its receipt.
      const { items } = await read(listOf(ProviderOrder), `/orders?receipt=${receipt}`)
      const [before] = items.filter(({ amount }) => amount === amountPaise)
      if (before) return before
      return post(ProviderOrder, {
        path: '/orders',
        body: { amount: amountPaise, currency, receipt },
      })
    },
    readOrderPayments: async (orderId) =>
      (await read(listOf(ProviderPayment), `/orders/${orderId}/payments`)).items,
    readPayment: (paymentId) => read(ProviderPayment, `/payments/${paymentId}`),
    capture: ({ id, amount }) =>
      post(ProviderPayment, { path: `/payments/${id}/capture`, body: { amount, currency } }),
    createLink: async (link) => {
      const { payment_links: links } = await read(
        v.object({ payment_links: v.array(ProviderLink) }),
        `/payment_links?reference_id=${link.reference}`,
      )
      return links[0] ?? post(ProviderLink, { path: '/payment_links', body: linkBody(link) })
    },
    readLink: (linkId) => read(ProviderLink, `/payment_links/${linkId}`),
    sendLinkAgain: async (linkId) => {
      await post(v.unknown(), { path: `/payment_links/${linkId}/notify_by/sms` })
    },
    cancelLink: async (linkId) => {
      await post(v.unknown(), { path: `/payment_links/${linkId}/cancel` })
    },
    refund: ({ paymentId, amountPaise, key }) =>
      post(ProviderRefund, {
        path: `/payments/${paymentId}/refund`,
        body: { amount: amountPaise, speed: 'normal', receipt: key },
        headers: { 'X-Refund-Idempotency': key },
      }),
    readRefund: (refundId) => read(ProviderRefund, `/refunds/${refundId}`),
    isPaymentSigned: ({ orderId, paymentId, signature }) =>
      isSignedBy(keySecret, paymentText(orderId, paymentId), signature),
    isWebhookSigned: (rawBody, signature) => isSignedBy(webhookSecret, rawBody, signature),
  }
}

const linkBody = ({ amountPaise, reference, description, customer }: NewLink) => ({
  amount: amountPaise,
  currency,
  accept_partial: false,
  reference_id: reference,
  description,
  customer: { name: customer.name, contact: `+91${customer.contact}` },
  notify: { sms: true, email: false },
  reminder_enable: false,
})

/** What does not look as agreed is as good as no answer. */
function checked<Schema extends v.GenericSchema>(schema: Schema, answer: unknown) {
  const { success, output, issues } = v.safeParse(schema, answer)
  if (success) return output
  log.error({ issues: issues.map(({ message }) => message) }, 'The payment provider has changed')
  throw new StoreError('unavailable', 'The payment provider does not answer. Please try again.')
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'

import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import {
  type NewLink,
  type PaymentProvider,
  ProviderLink,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
} from './paymentProvider.ts'

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

type RazorpayOptions = {
  /** Everything before the path of a call. */
  base?: string
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>
  patienceMs?: number
  /** The first pause before a repeat; every further one is up to twice as long. */
  pauseMs?: number
}

type RazorpayCall = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
}

const Failure = v.object({
  error: v.object({
    code: v.string(),
    description: v.nullish(v.string()),
    reason: v.nullish(v.string()),
  }),
})

/** What the provider refused; asking again would not help. */
export class ProviderRefusal extends StoreError {
  readonly status: number
  constructor(status: number, description: string) {
    super('not_allowed_now', 'The payment provider has refused this.')
    this.status = status
    this.cause = description
  }
}

const tries = 3
const unavailable = () =>
  new StoreError('unavailable', 'The payment provider does not answer. Please try again.')

/** One call to the provider: within a time, and again where that can help. */
function askRazorpay(authorization: string, options: RazorpayOptions = {}) {
  const { base = 'https://api.razorpay.com/v1', patienceMs = 8000, pauseMs = 250 } = options
  const ask = options.fetch ?? fetch

  async function once({ method, path, body, headers }: RazorpayCall): Promise<Response> {
    return ask(base + path, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    })
  }

  return async function answerTo(call: RazorpayCall): Promise<unknown> {
    for (let turn = 1; ; turn++) {
      const answer = await once(call).catch((error: unknown) => error as Error)
      const isPassing = answer instanceof Error || isWorthAnotherTry(answer.status)
      if (!isPassing) return bodyOf(answer)
      if (turn === tries) {
        const err = answer instanceof Error ? answer : new Error(`It answered ${answer.status}`)
        log.error({ err, call: call.path }, 'The payment provider does not answer')
        throw unavailable()
      }
      await pause(pauseMs * 2 ** (turn - 1) * (0.5 + Math.random()))
    }
  }
}

/** 409: the same request is still at work there. */
const isWorthAnotherTry = (status: number) => status === 409 || status === 429 || status >= 500

async function bodyOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return body
  const { success, output } = v.safeParse(Failure, body)
  const description = success ? (output.error.description ?? output.error.code) : 'No reason given'
  log.warn({ status: answer.status, description }, 'The payment provider has refused')
  throw new ProviderRefusal(answer.status, description)
}

export const hexHmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

const hex = /^[0-9a-f]{64}$/

/** Compared without telling by its time how much of it was right. */
export function isSignedBy(secret: string, text: string, signature: string): boolean {
  if (!hex.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(hexHmac(secret, text)))
}

/** What the payment window hands out is signed over the order and the payment. */
export const paymentText = (orderId: string, paymentId: string) => `${orderId}|${paymentId}`

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'

import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock, minuteMs } from '#server/platform/runtime/clock.ts'
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

/** Payments through Razorpay, or through a server with the same API at `base`. */
export function razorpay(
  keys: RazorpayKeys,
  { name = 'razorpay', ...options }: RazorpayOptions & { name?: PaymentProvider['name'] } = {},
): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = keys
  const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const request = createClient(`Basic ${basic}`, options)
  const read = async <Schema extends v.GenericSchema>(schema: Schema, path: string) =>
    validateResponse(schema, await request({ method: 'GET', path }))
  const post = async <Schema extends v.GenericSchema>(
    schema: Schema,
    call: { path: string; body?: object; headers?: Record<string, string> },
  ) => validateResponse(schema, await request({ method: 'POST', ...call }))

  return {
    name,
    keyId,
    createOrder: async ({ amountPaise, receipt }) => {
      // If the response of an earlier attempt was lost, the order already exists under its receipt.
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
      isSignedBy(keySecret, signedPayload(orderId, paymentId), signature),
    isWebhookSigned: (rawBody, signature) => isSignedBy(webhookSecret, rawBody, signature),
  }
}

/** The provider refuses links that expire within 15 minutes. A later end is no harm: the sweep closes them in time. */
const minLinkMs = 16 * minuteMs

const expiryOf = (expiresAt: Date): number =>
  Math.floor(Math.max(expiresAt.getTime(), clock.now().getTime() + minLinkMs) / 1000)

const linkBody = ({ amountPaise, reference, description, customer, ...link }: NewLink) => ({
  amount: amountPaise,
  currency,
  accept_partial: false,
  reference_id: reference,
  description,
  customer: { name: customer.name, contact: `+91${customer.contact}` },
  notify: { sms: link.isTextedToCustomer, email: false },
  reminder_enable: false,
  ...(link.expiresAt && { expire_by: expiryOf(link.expiresAt) }),
})

/** Validates a response. An unexpected format counts as `unavailable`. */
function validateResponse<Schema extends v.GenericSchema>(schema: Schema, response: unknown) {
  const { success, output, issues } = v.safeParse(schema, response)
  if (success) return output
  log.error(
    { issues: issues.map(({ message }) => message) },
    'The payment provider’s response has an unexpected format',
  )
  throw unavailable()
}

type RazorpayOptions = {
  /** Base URL of the API. */
  base?: string
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>
  timeoutMs?: number
  /** Pause before the first retry; it doubles with each further one, with jitter. */
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

/** The provider has rejected the request; a retry would not help. */
export class ProviderRejectionError extends StoreError {
  readonly status: number
  constructor(status: number, description: string) {
    super(
      'not_allowed_now',
      'We couldn’t start the payment. Please try again or choose another way to pay.',
    )
    this.status = status
    this.cause = description
  }
}

const maxAttempts = 3
const unavailable = () =>
  new StoreError('unavailable', 'The payment provider isn’t responding. Please try again.')

/** A client for the provider's API with a timeout, and retries after temporary errors. */
function createClient(authorization: string, options: RazorpayOptions = {}) {
  const { base = 'https://api.razorpay.com/v1', timeoutMs = 8000, pauseMs = 250 } = options
  const sendRequest = options.fetch ?? fetch

  async function send({ method, path, body, headers }: RazorpayCall): Promise<Response> {
    return sendRequest(base + path, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  return async function sendWithRetries(call: RazorpayCall): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const response = await send(call).catch((error: unknown) => error as Error)
      const isTemporary = response instanceof Error || isRetryable(response.status)
      if (!isTemporary) return bodyOf(response)
      if (attempt === maxAttempts) {
        const err =
          response instanceof Error
            ? response
            : new Error(`The provider returned ${response.status}`)
        log.error({ err, call: call.path }, 'The payment provider did not respond')
        throw unavailable()
      }
      await pause(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

/** 409 means that the provider is still processing the same request. */
const isRetryable = (status: number) => status === 409 || status === 429 || status >= 500

async function bodyOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const { success, output } = v.safeParse(Failure, body)
  const description = success ? (output.error.description ?? output.error.code) : 'No reason given'
  log.warn({ status: response.status, description }, 'The payment provider rejected a request')
  throw new ProviderRejectionError(response.status, description)
}

export const hexHmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

const hex = /^[0-9a-f]{64}$/

/** Verifies an HMAC-SHA256 signature in constant time. */
export function isSignedBy(secret: string, text: string, signature: string): boolean {
  if (!hex.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(hexHmac(secret, text)))
}

/** The text over which Razorpay computes the signature of a checkout payment. */
export const signedPayload = (orderId: string, paymentId: string) => `${orderId}|${paymentId}`

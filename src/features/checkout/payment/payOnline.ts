import { calls } from '#contract/api/calls.ts'
import {
  type PaymentOrder,
  type PaymentState,
  PaymentStateResponse,
  type SignedPayment,
  VerifyPaymentResponse,
} from '#contract/cart/checkout.ts'
import * as rules from '#contract/rules.ts'
import { type Paying, savePaymentEnd } from '#features/checkout/checkoutRecord.ts'
import { documentStoreName } from '#platform/documentStoreName.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'

/** The result of a payment; `unknown` if nobody could confirm it yet. */
export type PaymentResult = Exclude<PaymentState, 'waiting'> | 'dismissed' | 'unknown'

const { pollMs, maxPolls } = rules.checkout

/** Money was captured: it pays for the order or is refunded. */
type SettledState = Exclude<PaymentState, 'waiting' | 'expired'>

export const isSettled = (result: PaymentResult | 'waiting'): result is SettledState =>
  !['waiting', 'expired', 'dismissed', 'unknown'].includes(result)

type PaymentInProgress = {
  paying: Paying
  paymentOrder: PaymentOrder
  payer: Payer
  /** Reports whether the window is open, or closed and the payment is being checked. */
  onPhase: (phase: 'paying' | 'checking') => void
}

/** Opens the payment window and follows the payment to its end. */
export async function payOnline(payment: PaymentInProgress): Promise<PaymentResult> {
  const { paying, paymentOrder, payer, onPhase } = payment
  const Provider = await loadPaymentWindow(paymentOrder.provider)
  await delay(rules.checkout.orderDelayMs)
  onPhase('paying')
  const description = `Order ${paying.order.orderID}`
  const paymentWindow = openPaymentWindow(Provider, { paymentOrder, description, payer })
  const watch = new AbortController()
  const settled = untilSettled(paying.order._id, watch.signal)
  const outcome = await Promise.race([paymentWindow.ended, settled]).finally(() => watch.abort())
  if (outcome === 'dismissed') {
    await savePaymentEnd(paying, 'dismissed')
    return 'dismissed'
  }
  if (typeof outcome === 'string') {
    paymentWindow.close()
    return outcome
  }
  onPhase('checking')
  await savePaymentEnd(paying, outcome)
  return verifySignedPayment(paying.order._id, outcome)
}

/** Verifies the window's result; polls if the request fails. */
export async function verifySignedPayment(
  orderId: string,
  signed: SignedPayment,
): Promise<PaymentResult> {
  try {
    await verifyPayment(signed)
    return 'paid'
  } catch (error) {
    if (!(error instanceof ApiError) || isDefinite(error)) throw error
    return pollPayment(orderId)
  }
}

/** Polls the state of a payment a few times. */
export async function pollPayment(orderId: string): Promise<PaymentResult> {
  for (let turn = 1; ; turn++) {
    const state = await stateOf(orderId)
    if (state && state !== 'waiting') return state
    if (turn === maxPolls) return 'unknown'
    await delay(pollMs)
  }
}

/**
 * Polls beside the payment window, which may close without an event: a payment that has gone through is
 * found all the same. Never resolves while the payment is pending, or once polling was aborted.
 */
async function untilSettled(orderId: string, signal: AbortSignal): Promise<SettledState> {
  for (;;) {
    await delay(pollMs)
    if (signal.aborted) return new Promise(() => undefined)
    const state = await stateOf(orderId)
    if (state && isSettled(state)) return state
  }
}

/** Undefined without a connection. */
async function stateOf(orderId: string): Promise<PaymentState | undefined> {
  try {
    return await readPayment(orderId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return undefined
  }
}

const isDefinite = ({ code }: ApiError) =>
  code === 'invalid' || code === 'not_allowed_now' || code === 'not_found'

/** Resolves after `ms`. */
export const delay = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))

type Options = {
  key: string
  amount: number
  currency: 'INR'
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  /** Time limit of the window; the order can still be paid after that. */
  timeout: number
  handler: (paid: SignedPayment) => void
  modal: { ondismiss: () => void }
}
type PaymentWindow = { open: () => void; close?: () => void }
type Provider = new (options: Options) => PaymentWindow
type Policy = { createScriptURL: (url: string) => string }
type ProviderGlobals = { Razorpay?: Provider; pehnoPolicy?: Policy }

/** The script of each provider, loaded on the checkout page only. */
const scriptUrls = {
  razorpay: 'https://checkout.razorpay.com/v1/checkout.js',
  sandbox: '/sandbox/checkout.js',
} as const satisfies Record<PaymentOrder['provider'], string>

/** The window could not be opened, so nothing was paid. */
export class PaymentWindowUnavailable extends Error {
  override name = 'PaymentWindowUnavailable'
}

const mintGreen = '#57d9ae'
/** The page's header has replaced the colour by its own (`app/deferred/useThemeColor.ts`). */
const accentColor = () => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  return meta?.dataset.accent ?? meta?.content ?? mintGreen
}
const windowSeconds = 14 * 60

/** Loads the provider's script once; retried after a failure. */
async function loadPaymentWindow(provider: PaymentOrder['provider']): Promise<Provider> {
  const globals = globalThis as ProviderGlobals
  if (!globals.Razorpay) await addScript(scriptUrls[provider])
  if (!globals.Razorpay) throw new PaymentWindowUnavailable('The script defined no payment window')
  return globals.Razorpay
}

function addScript(url: string): Promise<void> {
  const { pehnoPolicy } = globalThis as ProviderGlobals
  const script = document.createElement('script')
  script.src = pehnoPolicy ? pehnoPolicy.createScriptURL(url) : url
  return new Promise((loaded, failed) => {
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new PaymentWindowUnavailable(`${url} could not be loaded`))
    }
    document.head.append(script)
  })
}

type Payer = { name: string; email: string; contact: string }
type PaymentWindowOptions = { paymentOrder: PaymentOrder; description: string; payer: Payer }

/** Opens the window. Resolves with its result, or that it was dismissed. */
function openPaymentWindow(
  Provider: Provider,
  { paymentOrder, description, payer }: PaymentWindowOptions,
): { ended: Promise<SignedPayment | 'dismissed'>; close: () => void } {
  let paymentWindow: PaymentWindow | undefined
  const ended = new Promise<SignedPayment | 'dismissed'>((end, failed) => {
    try {
      paymentWindow = new Provider({
        key: paymentOrder.key,
        amount: paymentOrder.amount,
        currency: paymentOrder.currency,
        name: documentStoreName(),
        description,
        order_id: paymentOrder.razorpayOrderId,
        prefill: payer,
        theme: { color: accentColor() },
        timeout: windowSeconds,
        handler: end,
        modal: { ondismiss: () => end('dismissed') },
      })
      paymentWindow.open()
    } catch (error) {
      failed(new PaymentWindowUnavailable('The window did not open', { cause: error }))
    }
  })
  return { ended, close: () => paymentWindow?.close?.() }
}

/** The key is derived from the payment id, so that every retry has the same key. */
async function verifyPayment(json: SignedPayment): Promise<void> {
  const idempotencyKey = `verify-${json.razorpay_payment_id}`
  await parseResponse(VerifyPaymentResponse, request(calls.verifyPayment, { json, idempotencyKey }))
}

/** The state of an order's payment, as the provider reports it. */
async function readPayment(orderId: string): Promise<PaymentState> {
  const params = { id: orderId }
  const { result } = await parseResponse(
    PaymentStateResponse,
    request(calls.readPayment, { params }),
  )
  return result.state
}

import type { PaymentOrder, PaymentState, SignedPayment } from '#contract/checkout.ts'
import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { readPayment, verifyPayment } from '#features/checkout/checkoutApi.ts'
import { keepPaymentTry, type PaymentTry } from './paymentAttempt.ts'
import { loadPaymentWindow, openPaymentWindow, type Payer } from './paymentWindow.ts'
import { pause } from '#features/checkout/pause.ts'

/** How a payment ended; `unknown`: nobody could say yet. */
export type PaymentEnd = Exclude<PaymentState, 'waiting'> | 'dismissed' | 'unknown'

const { askMs, asks } = rules.checkout

/** Money was captured: it paid for the order, or it goes back. */
type Settled = Exclude<PaymentState, 'waiting' | 'expired'>

export const isSettled = (end: PaymentEnd | 'waiting'): end is Settled =>
  !['waiting', 'expired', 'dismissed', 'unknown'].includes(end)

type Paying = {
  begun: PaymentTry
  paymentOrder: PaymentOrder
  payer: Payer
  /** The window is there, or gone and the payment is being looked at. */
  onPhase: (phase: 'paying' | 'checking') => void
}

/** Shows the payment window and sees the payment through to its end. */
export async function payOnline(paying: Paying): Promise<PaymentEnd> {
  const { begun, paymentOrder, payer, onPhase } = paying
  await keepPaymentTry(begun)
  const Provider = await loadPaymentWindow(paymentOrder.provider)
  await pause(rules.checkout.waitMs)
  onPhase('paying')
  const description = `Order ${begun.order.orderID}`
  const shown = openPaymentWindow(Provider, { paymentOrder, description, payer })
  const watch = new AbortController()
  const known = untilEnded(begun.order._id, watch.signal)
  const heard = await Promise.race([shown.ended, known]).finally(() => watch.abort())
  if (heard === 'dismissed') {
    await keepPaymentTry({ ...begun, isDismissed: true })
    return 'dismissed'
  }
  if (typeof heard === 'string') {
    shown.close()
    return heard
  }
  onPhase('checking')
  await keepPaymentTry({ ...begun, signed: heard })
  return checkSigned(begun.order._id, heard)
}

/** What the window has handed out is verified; where nobody answers, it is asked for again. */
export async function checkSigned(orderId: string, signed: SignedPayment): Promise<PaymentEnd> {
  try {
    await verifyPayment(signed)
    return 'paid'
  } catch (error) {
    if (!(error instanceof ApiError) || isDefinite(error)) throw error
    return checkAgain(orderId)
  }
}

/** Asks a few times how a payment stands. */
export async function checkAgain(orderId: string): Promise<PaymentEnd> {
  for (let turn = 1; ; turn++) {
    const state = await stateOf(orderId)
    if (state && state !== 'waiting') return state
    if (turn === asks) return 'unknown'
    await pause(askMs)
  }
}

/** Never ends while the payment waits: the window may be gone without a word. */
async function untilEnded(orderId: string, signal: AbortSignal): Promise<Settled> {
  for (;;) {
    await pause(askMs)
    if (signal.aborted) return new Promise(() => undefined)
    const state = await stateOf(orderId)
    if (state && isSettled(state)) return state
  }
}

/** Without a line nothing is known. */
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

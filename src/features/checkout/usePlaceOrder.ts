import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'

import { calls } from '#contract/api/calls.ts'
import {
  type PaymentOrder,
  type PlacedOrder,
  type PlaceOrder,
  PlaceOrderResponse,
} from '#contract/checkout.ts'
import type { ErrorResponse } from '#contract/errors.ts'
import { paymentOutcomeTexts } from '#contract/paymentTexts.ts'
import * as rules from '#contract/rules.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { userAtom } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import {
  clearOrderAttempt,
  attemptOrder,
  clearPaymentAttempt,
  type PaymentAttempt,
  placedOrderAtom,
} from './attempts.ts'
import {
  delay,
  isSettled,
  type PaymentResult,
  payOnline,
  pollPayment,
  verifySignedPayment,
  PaymentWindowUnavailable,
} from '#features/checkout/payment/payOnline.ts'

/** Why no order was placed. `newPrices` has the current prices, if they had changed. */
export type OrderProblem = {
  code: ApiError['code']
  text: string
  newPrices?: Pick<ErrorResponse, 'summary' | 'lines'>
}

/** The phase: `paying` while the payment window is open, `checking` after it. */
type Phase = 'idle' | 'placing' | 'paying' | 'checking'

export type Outcome = { order?: PlacedOrder; problem?: OrderProblem }

const offline =
  'You’re offline, so we couldn’t confirm your order. Your bag is saved. Please try again when you’re back online.'

/** Messages for payments that did not lead to an order. */
const resultTexts = {
  dismissed: 'Your payment was cancelled.',
  ...paymentOutcomeTexts,
  expired: 'Your payment session has timed out. Please place your order again.',
  unknown:
    'We’re still checking your payment. Please don’t pay again yet. If it went through, your order will show up in My Orders in a few minutes.',
} as const satisfies Record<Exclude<PaymentResult, 'paid'>, string>

/** Places the order once, follows its payment, and reports the result. */
export function usePlaceOrder(addressText: string) {
  const user = useAtomValue(userAtom)
  const setPlaced = useSetAtom(placedOrderAtom)
  const [phase, setPhase] = useState<Phase>('idle')
  const [problem, setProblem] = useState<OrderProblem>()

  async function showPlaced(order: PlacedOrder, text: string): Promise<Outcome> {
    localStorage.setItem(storageKeys.orderSuccessTimestamp, String(Date.now()))
    await setPlaced(() => ({ order, addressText: text }))
    // Cleared only now, because after a reload these records find the order again.
    await Promise.all([clearOrderAttempt(), clearPaymentAttempt()])
    return { order }
  }

  async function pay(attempt: PaymentAttempt, paymentOrder: PaymentOrder): Promise<Outcome> {
    // From here on the payment's record is used.
    await clearOrderAttempt()
    const { name = '', email = '', contactNumber = '' } = user ?? {}
    const payer = { name, email: email ?? '', contact: `${rules.phone.prefix}${contactNumber}` }
    return followPayment(attempt, () =>
      payOnline({ attempt, paymentOrder, payer, onPhase: setPhase }),
    )
  }

  async function followPayment(attempt: PaymentAttempt, readResult: () => Promise<PaymentResult>) {
    const end = await readResult().catch(problemOfPayment)
    if (end === 'paid') return showPlaced(attempt.order, attempt.addressText)
    if (typeof end === 'object' || end === 'expired' || isSettled(end)) await clearPaymentAttempt()
    const found = typeof end === 'object' ? end : refusal(resultTexts[end])
    setProblem(found)
    return { problem: found }
  }

  async function place(input: PlaceOrder): Promise<Outcome> {
    setProblem(undefined)
    setPhase('placing')
    // Remove the timestamp of an earlier order. Otherwise the page would show an empty bag as a placed order.
    localStorage.removeItem(storageKeys.orderSuccessTimestamp)
    try {
      const { order, paymentOrder } = await placeOrder(await attemptOrder(input))
      const { userId } = input
      if (paymentOrder) return await pay({ userId, order, addressText }, paymentOrder)
      await delay(rules.checkout.orderDelayMs)
      return await showPlaced(order, addressText)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isDefiniteFailure(error)) await clearOrderAttempt()
      const found = problemOf(error)
      setProblem(found)
      return { problem: found }
    } finally {
      setPhase('idle')
    }
  }

  /** Finds out the result of a payment after a reload, a killed tab or a lost response. */
  async function recover(attempt: PaymentAttempt): Promise<Outcome> {
    const { signed, order, isDismissed } = attempt
    if (isDismissed) return recoverSilently(attempt)
    setPhase('checking')
    try {
      return await followPayment(attempt, () =>
        signed ? verifySignedPayment(order._id, signed) : pollPayment(order._id),
      )
    } finally {
      setPhase('idle')
    }
  }

  /** A shopper who closed the window gets a message only if the payment succeeded all the same. */
  async function recoverSilently(attempt: PaymentAttempt): Promise<Outcome> {
    const end = await pollPayment(attempt.order._id)
    return isSettled(end) ? followPayment(attempt, async () => end) : {}
  }

  return { place, recover, phase, problem }
}

const refusal = (text: string): OrderProblem => ({ code: 'not_allowed_now', text })

/** Errors of the payment window or its result; anything else is a bug. */
function problemOfPayment(error: unknown): OrderProblem {
  if (error instanceof PaymentWindowUnavailable) return refusal('Payment initiation failed!')
  if (error instanceof ApiError) return refusal(error.msg ?? 'Payment verification failed!')
  throw error
}

function problemOf({ code, msg, response }: ApiError): OrderProblem {
  const text = code === 'offline' ? offline : (msg ?? 'Order could not be placed!')
  const newPrices = response?.summary && { summary: response.summary, lines: response.lines }
  return { code, text, ...(newPrices && { newPrices }) }
}

type OrderToSend = Awaited<ReturnType<typeof attemptOrder>>

/**
 * Places an order, once per idempotency key. For online payment the response has the data for the
 * payment window.
 */
async function placeOrder({ order: json, key: idempotencyKey }: OrderToSend) {
  const { result } = await parseResponse(
    PlaceOrderResponse,
    request(calls.placeOrder, { json, idempotencyKey }),
  )
  return result
}

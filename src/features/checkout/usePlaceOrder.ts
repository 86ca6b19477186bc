import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { calls } from '#contract/api/calls.ts'
import {
  type PaymentOrder,
  type PlacedOrder,
  type PlaceOrder,
  PlaceOrderResponse,
} from '#contract/cart/checkout.ts'
import type { ErrorResponse } from '#contract/errors.ts'
import { paymentOutcomeTexts } from '#contract/orders/paymentTexts.ts'
import * as rules from '#contract/rules.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { userAtom } from '#platform/session/session.ts'
import {
  endWithoutOrder,
  finishPlaced,
  type Paying,
  type Placing,
  startPaying,
  startPlacing,
} from './checkoutRecord.ts'
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

/**
 * What this page is doing, while the record says where the order is: `paying` while the payment window is
 * open, `checking` after it.
 */
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
export function usePlaceOrder() {
  const user = useAtomValue(userAtom)
  const [phase, setPhase] = useState<Phase>('idle')
  const [problem, setProblem] = useState<OrderProblem>()

  async function showPhase(shown: Phase, work: () => Promise<Outcome>): Promise<Outcome> {
    setProblem(undefined)
    setPhase(shown)
    try {
      return report(await work())
    } finally {
      setPhase('idle')
    }
  }

  function report(outcome: Outcome): Outcome {
    setProblem(outcome.problem)
    return outcome
  }

  async function send(placing: Placing): Promise<Outcome> {
    try {
      const { order, paymentOrder } = await placeOrder(placing)
      if (paymentOrder) return await pay(await startPaying(placing, order), paymentOrder)
      await delay(rules.checkout.orderDelayMs)
      await finishPlaced(placing, order)
      return { order }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isDefiniteFailure(error)) await endWithoutOrder(placing)
      return { problem: problemOf(error) }
    }
  }

  function pay(paying: Paying, paymentOrder: PaymentOrder): Promise<Outcome> {
    const { name = '', email = '', contactNumber = '' } = user ?? {}
    const payer = { name, email: email ?? '', contact: `${rules.phone.prefix}${contactNumber}` }
    return followPayment(paying, () =>
      payOnline({ paying, paymentOrder, payer, onPhase: setPhase }),
    )
  }

  return {
    phase,
    problem,
    place: (order: PlaceOrder, addressText: string) =>
      showPhase('placing', async () => send(await startPlacing(order, addressText))),
    /** Sends an order again that has no response, with its key. */
    sendAgain: (placing: Placing) => showPhase('placing', () => send(placing)),
    /** Finds out the result of a payment after a reload, a killed tab or a lost response. */
    async checkPayment(paying: Paying): Promise<Outcome> {
      const { order, end } = paying
      if (end !== 'dismissed') {
        const readResult = () =>
          end ? verifySignedPayment(order._id, end) : pollPayment(order._id)
        return showPhase('checking', () => followPayment(paying, readResult))
      }
      // A shopper who closed the window gets a message only if the payment succeeded all the same.
      const result = await pollPayment(order._id)
      return isSettled(result) ? report(await followPayment(paying, async () => result)) : {}
    },
  }
}

async function followPayment(
  paying: Paying,
  readResult: () => Promise<PaymentResult>,
): Promise<Outcome> {
  const end = await readResult().catch(problemOfPayment)
  if (end === 'paid') {
    await finishPlaced(paying, paying.order)
    return { order: paying.order }
  }
  if (typeof end === 'object' || end === 'expired' || isSettled(end)) await endWithoutOrder(paying)
  return { problem: typeof end === 'object' ? end : refusal(resultTexts[end]) }
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

/**
 * Places an order, once per idempotency key. For online payment the response has the data for the
 * payment window.
 */
async function placeOrder({ order: json, key: idempotencyKey }: Placing) {
  const { result } = await parseResponse(
    PlaceOrderResponse,
    request(calls.placeOrder, { json, idempotencyKey }),
  )
  return result
}

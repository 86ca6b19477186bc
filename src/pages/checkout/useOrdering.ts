import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'

import type { CartLine } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'
import { minus, noPaise } from '#contract/money.ts'
import { summaryOf } from '#contract/pricing.ts'
import { removeOrderedLines, type useCart } from '#features/cart/cart.ts'
import { receiverAtom } from '#features/cart/receiver.ts'
import { useSummary } from '#features/cart/summary.ts'
import { unansweredOrder } from '#features/checkout/orderAttempt.ts'
import type { PaymentMethod } from '#features/checkout/payment/paymentMethods.ts'
import { type OrderProblem, type Outcome, usePlaceOrder } from '#features/checkout/usePlaceOrder.ts'
import { usePaymentRecovery } from '#features/checkout/payment/paymentAttempt.ts'
import { useCoupon } from '#features/coupons/coupon.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { readEntries } from '#platform/outbox/outboxAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { toastFailure } from '#platform/toasts.ts'

/** The bag as an order: what it costs, and the sending of it. */
export function useOrdering(cart: ReturnType<typeof useCart>, addressText: string) {
  const userId = useAtomValue(userIdAtom) ?? ''
  const setReceiver = useSetAtom(receiverAtom)
  const coupon = useCoupon({ lines: cart.lines, stored: cart.coupon })
  const { place, recover, phase, problem } = usePlaceOrder(addressText)
  const isCouponKept = cart.coupon !== undefined && coupon.couponId === cart.coupon._id
  const known = useSummary(cart.lines, isCouponKept ? coupon.discount : noPaise).summary
  const fresh = freshBag(problem)
  const { lines, summary } = fresh ?? { lines: cart.lines, summary: known }

  async function send(wanted: PlaceOrder) {
    const outcome = await place(wanted)
    // A coupon that does not apply any more is taken off: the next try is without it.
    if (outcome.problem?.code === 'coupon_not_applicable') await dropCoupon(wanted)
    if (outcome.order) removeOrderedLines(wanted.cart_item_ids.map(({ _id }) => _id))
    await settle(outcome)
  }

  async function settle({ order }: Outcome) {
    if (order) {
      coupon.forget()
      void setReceiver(() => null)
    }
    // Without an answer the bag is as it was last known; it is asked for again in its time.
    await cart.refresh().catch(() => undefined)
  }

  async function dropCoupon({ addressId, receiver }: PlaceOrder) {
    coupon.remove()
    await cart.proceed(() => ({ addressId, receiver })).catch(() => undefined)
  }

  const { status } = useAtomValue(connectivityAtom)
  // Nobody knows whether these orders were made; asking again needs a connection.
  const isUnknown = problem !== undefined && unknownOutcomes.includes(problem.code)
  const canAskAgain = isUnknown && status === 'online'
  useOrderRecovery({
    userId,
    isNeeded: cart.lines.length === 0 && phase === 'idle' && (!problem || canAskAgain),
    send: (order) => void send(order),
  })

  usePaymentRecovery(userId, (begun) => void recover(begun).then(settle))

  const isOrdering = useRef(false)
  const wanted = (paymentMethod: PaymentMethod): PlaceOrder => ({
    userId,
    paymentMethod,
    totalAmount: summary.total,
    addressId: cart.addressId ?? '',
    couponId: cart.coupon?._id,
    cart_item_ids: lines.map(itemOf),
    receiver: cart.receiver,
  })

  return {
    lines,
    summary,
    phase,
    problem,
    /** Resolves when there is an answer, whichever. An edited address that waits is sent before. */
    order: async (paymentMethod: PaymentMethod): Promise<void> => {
      // The second of two quick taps.
      if (isOrdering.current) return
      isOrdering.current = true
      try {
        const unsent = await unsentMessage()
        if (unsent) await toastFailure(unsent)()
        else await send(wanted(paymentMethod))
      } finally {
        isOrdering.current = false
      }
    },
  }
}

/** Sends what waits. Gives why there can be no order, if it cannot be sent. */
async function unsentMessage(): Promise<string | undefined> {
  if ((await readEntries()).length === 0) return undefined
  const { sendForOrder, unsentMessages } = await import('#platform/outbox/outbox.ts')
  const outcome = await sendForOrder()
  return outcome === 'sent' ? undefined : unsentMessages[outcome]
}

const itemOf = ({ _id, purchaseType, size, trialSize }: CartLine) => ({
  _id,
  purchaseType,
  size,
  ...(trialSize && { trialSize }),
})

/** What the server says the bag costs now, where that is why it refused. */
function freshBag(problem: OrderProblem | undefined) {
  const { summary: amount, lines } = problem?.fresh ?? {}
  if (!amount || !lines) return undefined
  const couponDiscount = minus(amount.baseAmount, amount.discountedAmount)
  const { trialCharges, shippingCharges: shipping } = amount
  return { lines, summary: summaryOf(lines, { couponDiscount, trialCharges, shipping }) }
}

/** Failures after which an order may have been made all the same. */
const unknownOutcomes: OrderProblem['code'][] = ['offline', 'unavailable', 'unexpected']

type Recovery = { userId: string; isNeeded: boolean; send: (order: PlaceOrder) => void }

/** A line that comes and goes is not asked over for ever: the next visit asks again. */
const mostRecoveries = 3

/**
 * The bag is empty and an order was never answered, as after a reload in the middle or when the line
 * went with the answer: it is asked for once more under its own key, so that there is one order, and
 * the shopper learns of it.
 */
function useOrderRecovery({ userId, isNeeded, send }: Recovery): void {
  const tries = useRef(0)
  useEffect(() => {
    if (!isNeeded || tries.current >= mostRecoveries) return
    let isCurrent = true
    void unansweredOrder(userId).then((order) => {
      if (!order || !isCurrent) return
      tries.current += 1
      send(order)
    })
    return () => {
      isCurrent = false
    }
  })
}

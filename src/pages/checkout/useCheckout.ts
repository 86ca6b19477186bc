import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { CartLine } from '#contract/cart/cart.ts'
import type { PlaceOrder } from '#contract/cart/checkout.ts'
import { minus, noPaise } from '#contract/values/money.ts'
import { summaryOf } from '#contract/cart/pricing.ts'
import type { useCart } from '#features/cart/cart.ts'
import { removeOrderedLines } from '#features/cart/cartLines.ts'
import { receiverAtom } from '#features/cart/Receiver.tsx'
import { useSummary } from '#features/cart/cartSummary.ts'
import {
  paymentOf,
  type Paying,
  type Placing,
  readRecord,
  useCheckoutRecord,
} from '#features/checkout/checkoutRecord.ts'
import type { CheckoutPaymentMethod } from '#features/checkout/payment/paymentMethods.ts'
import { type OrderProblem, type Outcome, usePlaceOrder } from '#features/checkout/usePlaceOrder.ts'
import { useCoupon } from '#features/coupons/coupon.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { readEntries } from '#platform/outbox/outboxAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { toastFailure } from '#platform/toasts.ts'

/** The bag as an order: its summary, and how to place it. */
export function useCheckout(cart: ReturnType<typeof useCart>, addressText: string) {
  const userId = useAtomValue(userIdAtom) ?? ''
  const setReceiver = useSetAtom(receiverAtom)
  const coupon = useCoupon({ lines: cart.lines, stored: cart.coupon })
  const { place, sendAgain, checkPayment, phase, problem } = usePlaceOrder()
  const isCouponSaved = cart.coupon !== undefined && coupon.couponId === cart.coupon._id
  const cartSummary = useSummary(cart.lines, isCouponSaved ? coupon.discount : noPaise).summary
  const repriced = repricedCart(problem)
  const { lines, summary } = repriced ?? { lines: cart.lines, summary: cartSummary }

  async function finish({ order, problem: refused }: Outcome, sent?: PlaceOrder) {
    // A coupon that does not apply any more is removed, so that the next try succeeds.
    if (sent && refused?.code === 'coupon_not_applicable') await dropCoupon(sent)
    if (order) {
      if (sent) removeOrderedLines(sent.cart_item_ids.map(({ _id }) => _id))
      coupon.forget()
      void setReceiver(() => null)
    }
    // If this read fails, the last known bag stays until the next one.
    await cart.refresh().catch(() => undefined)
  }

  async function dropCoupon({ addressId, receiver }: PlaceOrder) {
    coupon.remove()
    await import('#features/cart/cartChanges.ts')
      .then(({ saveForCheckout }) => saveForCheckout(() => ({ addressId, receiver })))
      .catch(() => undefined)
  }

  const { status } = useAtomValue(connectivityAtom)
  // The outcome of these orders is unknown; a retry needs a connection.
  const isUnknown = problem !== undefined && unknownOutcomes.includes(problem.code)
  const canRetry = isUnknown && status === 'online'
  useUnfinishedOrder({
    problem,
    mayResend: cart.lines.length === 0 && phase === 'idle' && (!problem || canRetry),
    sendAgain: (placing) =>
      void sendAgain(placing).then((outcome) => finish(outcome, placing.order)),
    checkPayment: (paying) => void checkPayment(paying).then((outcome) => finish(outcome)),
  })

  const isOrdering = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const orderToPlace = (
    paymentMethod: CheckoutPaymentMethod,
    promisedBy: Date | undefined,
  ): PlaceOrder => ({
    userId,
    paymentMethod,
    totalAmount: summary.total,
    addressId: cart.addressId ?? '',
    couponId: cart.coupon?._id,
    cart_item_ids: lines.map(itemOf),
    receiver: cart.receiver,
    promisedBy: promisedBy?.toISOString(),
  })

  return {
    lines,
    summary,
    phase,
    problem,
    /** Changes that the order depends on are being sent, which takes a while on a bad connection. */
    isSending,
    /** Resolves with the response. An edited address that waits is sent before. */
    order: async (
      paymentMethod: CheckoutPaymentMethod,
      promisedBy: Date | undefined,
    ): Promise<void> => {
      // Ignores the second of two quick taps.
      if (isOrdering.current) return
      isOrdering.current = true
      try {
        setIsSending(true)
        const unsent = await unsentMessage().finally(() => setIsSending(false))
        if (unsent) await toastFailure(unsent)
        else {
          const sent = orderToPlace(paymentMethod, promisedBy)
          await finish(await place(sent, addressText), sent)
        }
      } finally {
        isOrdering.current = false
      }
    },
  }
}

/** Sends pending changes. Returns why no order is possible if they cannot be sent. */
async function unsentMessage(): Promise<string | undefined> {
  if ((await readEntries()).length === 0) return undefined
  const { sendForOrder, unsentMessages } = await import('#features/outbox/outbox.ts')
  const outcome = await sendForOrder()
  return outcome === 'sent' ? undefined : unsentMessages[outcome]
}

const itemOf = ({ _id, purchaseType, size, trialSize, quantity }: CartLine) => ({
  _id,
  purchaseType,
  size,
  quantity,
  ...(trialSize && { trialSize }),
})

/** The current price of the bag, if the order was rejected because of it. */
function repricedCart(problem: OrderProblem | undefined) {
  const { summary: amount, lines } = problem?.newPrices ?? {}
  if (!amount || !lines) return undefined
  const couponDiscount = minus(amount.baseAmount, amount.discountedAmount)
  const { trialCharges, shippingCharges: shipping } = amount
  return { lines, summary: summaryOf(lines, { couponDiscount, trialCharges, shipping }) }
}

/** Errors after which the order may exist all the same. */
const unknownOutcomes: OrderProblem['code'][] = ['offline', 'unavailable', 'unexpected']

type Continuation = {
  /** Why the last try failed. */
  problem: OrderProblem | undefined
  /** Whether the bag is empty and nothing else goes on, so that the order seems to have been placed. */
  mayResend: boolean
  sendAgain: (placing: Placing) => void
  checkPayment: (paying: Paying) => void
}

/** Limit of retries per visit on an unstable connection. */
const maxResends = 3

/**
 * Continues from the record when the page opens. A payment without a known result is checked. An order
 * without a response is sent again with its own key if the bag is empty, so that there is one order and
 * the shopper learns of it; with items in the bag the shopper decides.
 */
function useUnfinishedOrder({ problem, mayResend, sendAgain, checkPayment }: Continuation): void {
  const userId = useAtomValue(userIdAtom)
  const { record } = useCheckoutRecord()
  const isOpening = useRef(true)
  const resends = useRef(0)
  const continueOrder = useEffectEvent((record: Awaited<ReturnType<typeof readRecord>>) => {
    const payment = isOpening.current ? paymentOf(record) : undefined
    isOpening.current = false
    if (payment) checkPayment(payment)
    // Nobody waits for a payment that was dismissed.
    if (payment && payment.end !== 'dismissed') return
    if (record?.state !== 'placing' || !mayResend || resends.current >= maxResends) return
    resends.current += 1
    sendAgain(record)
  })
  useEffect(() => {
    if (!userId) return
    let isCurrent = true
    void readRecord(userId).then((record) => isCurrent && continueOrder(record))
    return () => {
      isCurrent = false
    }
  }, [userId, record?.key, record?.state, mayResend, problem])
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'

import type { CartLine } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'
import { minus, noPaise } from '#contract/money.ts'
import { summaryOf } from '#contract/pricing.ts'
import { removeOrderedLines, type useCart } from '#features/cart/cart.ts'
import { receiverAtom } from '#features/cart/Receiver.tsx'
import { useSummary } from '#features/cart/cartSummary.ts'
import { readAttemptedOrder, usePaymentRecovery } from '#features/checkout/attempts.ts'
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
  const { place, recover, phase, problem } = usePlaceOrder(addressText)
  const isCouponSaved = cart.coupon !== undefined && coupon.couponId === cart.coupon._id
  const known = useSummary(cart.lines, isCouponSaved ? coupon.discount : noPaise).summary
  const repriced = repricedCart(problem)
  const { lines, summary } = repriced ?? { lines: cart.lines, summary: known }

  async function send(wanted: PlaceOrder) {
    const outcome = await place(wanted)
    // A coupon that does not apply any more is removed, so that the next try succeeds.
    if (outcome.problem?.code === 'coupon_not_applicable') await dropCoupon(wanted)
    if (outcome.order) removeOrderedLines(wanted.cart_item_ids.map(({ _id }) => _id))
    await settle(outcome)
  }

  async function settle({ order }: Outcome) {
    if (order) {
      coupon.forget()
      void setReceiver(() => null)
    }
    // If this read fails, the last known bag stays until the next one.
    await cart.refresh().catch(() => undefined)
  }

  async function dropCoupon({ addressId, receiver }: PlaceOrder) {
    coupon.remove()
    const { saveForCheckout } = await import('#features/cart/cartChanges.ts')
    await saveForCheckout(() => ({ addressId, receiver })).catch(() => undefined)
  }

  const { status } = useAtomValue(connectivityAtom)
  // The outcome of these orders is unknown; a retry needs a connection.
  const isUnknown = problem !== undefined && unknownOutcomes.includes(problem.code)
  const canRetry = isUnknown && status === 'online'
  useOrderRecovery({
    userId,
    isNeeded: cart.lines.length === 0 && phase === 'idle' && (!problem || canRetry),
    send: (order) => void send(order),
  })

  usePaymentRecovery(userId, (attempt) => void recover(attempt).then(settle))

  const isOrdering = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const wanted = (
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
        if (unsent) await toastFailure(unsent)()
        else await send(wanted(paymentMethod, promisedBy))
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

type Recovery = { userId: string; isNeeded: boolean; send: (order: PlaceOrder) => void }

/** Limit of retries per visit on an unstable connection. */
const maxRecoveries = 3

/**
 * If the bag is empty and an order has no response, for example after a reload, the order is sent
 * once more with its own key, so that there is one order and the shopper learns of it.
 */
function useOrderRecovery({ userId, isNeeded, send }: Recovery): void {
  const tries = useRef(0)
  useEffect(() => {
    if (!isNeeded || tries.current >= maxRecoveries) return
    let isCurrent = true
    void readAttemptedOrder(userId).then((order) => {
      if (!order || !isCurrent) return
      tries.current += 1
      send(order)
    })
    return () => {
      isCurrent = false
    }
  })
}

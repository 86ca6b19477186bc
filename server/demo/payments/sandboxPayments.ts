import * as v from 'valibot'

import type { Database } from '#server/database/client/connect.ts'
import { hexHmac, signedPayload } from '#server/platform/payments/razorpay.ts'
import {
  updateObject,
  lockObject,
  createObject,
  readChildren,
  rejectCall,
  enqueueEvent,
  type ProviderObject,
} from './sandboxStore.ts'

/** How the shopper pays in the checkout window, and the outcome they choose. */
export const SandboxPay = v.object({
  order_id: v.string(),
  method: v.picklist(['card', 'upi', 'netbanking']),
  outcome: v.picklist(['success', 'failure']),
  cardType: v.optional(v.picklist(['credit', 'debit']), 'credit'),
  bank: v.optional(v.string(), 'HDFC'),
  vpa: v.optional(v.string(), 'success@razorpay'),
})
export type SandboxPay = v.InferOutput<typeof SandboxPay>

/** Pays an order of the provider, or fails to pay it. Either way an event goes to the webhook. */
export function payOrder(db: Database, pay: SandboxPay): Promise<ProviderObject> {
  return db.transaction(async (tx) => {
    const order = await lockObject(tx, 'order', pay.order_id)
    if (!order) return rejectCall(400, 'The id provided does not exist')
    if (order.status === 'paid') return rejectCall(400, 'This order has been paid already')
    const isPaid = pay.outcome === 'success'
    const payment = await createObject(tx, {
      kind: 'payment',
      parentId: order.id,
      body: paymentBody(order, pay),
    })
    const paid = await updateObject(tx, order.id, {
      status: isPaid ? 'paid' : 'attempted',
      attempts: Number(order.attempts) + 1,
      ...(isPaid ? { amount_paid: order.amount, amount_due: 0 } : {}),
    })
    if (!isPaid) {
      await enqueueEvent(tx, { name: 'payment.failed', payload: { payment } })
      return payment
    }
    await enqueueEvent(tx, { name: 'payment.captured', payload: { payment } })
    await enqueueEvent(tx, { name: 'order.paid', payload: { payment, order: paid } })
    await markLinkPaid(tx, paid, payment)
    return payment
  })
}

function paymentBody(order: ProviderObject, { method, outcome, cardType, bank, vpa }: SandboxPay) {
  const isPaid = outcome === 'success'
  return {
    amount: order.amount,
    currency: order.currency,
    status: isPaid ? 'captured' : 'failed',
    order_id: order.id,
    method,
    captured: isPaid,
    amount_refunded: 0,
    refund_status: null,
    card: method === 'card' ? { last4: '1007', network: 'Visa', type: cardType } : null,
    bank: method === 'netbanking' ? bank : null,
    vpa: method === 'upi' ? vpa : null,
    wallet: null,
    ...(isPaid ? noFailure : failure),
  }
}

const noFailure = { error_code: null, error_description: null, error_reason: null }
const failure = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment didn’t go through. Please try again.',
  error_reason: 'payment_failed',
}

/** A payment link is paid with its order. */
async function markLinkPaid(tx: Database, order: ProviderObject, payment: ProviderObject) {
  const [link] = await readChildren(tx, 'payment_link', order.id)
  if (!link) return
  const paid = await updateObject(tx, link.id, {
    status: 'paid',
    amount_paid: payment.amount,
    payments: [{ payment_id: payment.id, status: 'captured' }],
  })
  await enqueueEvent(tx, {
    name: 'payment_link.paid',
    payload: { payment_link: paid, payment, order },
  })
}

/** The response that the checkout window passes to the page after a payment. */
export const checkoutResponse = (payment: ProviderObject, keySecret: string) => ({
  razorpay_payment_id: payment.id,
  razorpay_order_id: payment.order_id,
  razorpay_signature: hexHmac(keySecret, signedPayload(String(payment.order_id), payment.id)),
})

/** Refunds at once: never more than was paid, and once per idempotency key. */
export function refundPayment(
  db: Database,
  request: { paymentId: string; amount: number | undefined; key: string | undefined },
): Promise<ProviderObject> {
  return db.transaction(async (tx) => {
    const payment = await lockObject(tx, 'payment', request.paymentId)
    if (!payment) return rejectCall(400, 'The id provided does not exist')
    const before = (await readChildren(tx, 'refund', payment.id)).find(
      ({ receipt }) => request.key !== undefined && receipt === request.key,
    )
    const amount = request.amount ?? Number(payment.amount) - Number(payment.amount_refunded)
    if (before && before.amount !== amount) return rejectCall(400, 'Different request body sent')
    if (before) return before
    if (!payment.captured) return rejectCall(400, 'The payment status should be captured')
    const refunded = Number(payment.amount_refunded) + amount
    if (refunded > Number(payment.amount)) {
      return rejectCall(400, 'The total refund amount is greater than the refund payment amount')
    }
    const isFull = refunded === payment.amount
    const changed = await updateObject(tx, payment.id, {
      amount_refunded: refunded,
      refund_status: isFull ? 'full' : 'partial',
      status: isFull ? 'refunded' : payment.status,
    })
    const refund = await createObject(tx, {
      kind: 'refund',
      parentId: payment.id,
      body: {
        payment_id: payment.id,
        amount,
        currency: payment.currency,
        receipt: request.key ?? null,
        status: 'processed',
        speed_processed: 'normal',
      },
    })
    await enqueueEvent(tx, { name: 'refund.processed', payload: { refund, payment: changed } })
    return refund
  })
}

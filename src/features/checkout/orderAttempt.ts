import * as v from 'valibot'

import { PlaceOrder } from '#contract/checkout.ts'
import { rules } from '#contract/rules.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

/** An order without a response: its content, idempotency key and time. */
const OrderTry = v.object({ key: v.string(), order: PlaceOrder, sentAt: v.number() })
type OrderTry = v.InferOutput<typeof OrderTry>

const record = persistedRecord('order-try', (stored): OrderTry | undefined => {
  const { success, output } = v.safeParse(OrderTry, stored)
  // The server stores keys no longer than this: later the same request would be a new order.
  return success && Date.now() - output.sentAt < rules.idempotency.keptMs ? output : undefined
})

/** The customer's order without a response, for example after a reload. */
export async function unansweredOrder(userId: string): Promise<PlaceOrder | undefined> {
  const kept = await record.read()
  return kept?.order.userId === userId ? kept.order : undefined
}

/** The idempotency key of an order: the same as long as the same order has no response. */
export async function attemptKey(wanted: PlaceOrder): Promise<string> {
  const order = v.parse(PlaceOrder, wanted)
  const before = await record.read()
  if (before && JSON.stringify(before.order) === JSON.stringify(order)) return before.key
  const key = crypto.randomUUID()
  await record.write({ key, order, sentAt: Date.now() })
  return key
}

/** Called after any response: the next order gets a new key. */
export const clearAttempt = () => record.remove()

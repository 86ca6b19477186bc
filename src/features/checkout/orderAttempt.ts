import * as v from 'valibot'

import { PlaceOrder } from '#contract/checkout.ts'
import { rules } from '#contract/rules.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

/** An order that was sent and not answered yet: what was sent, under which key, and when. */
const OrderTry = v.object({ key: v.string(), order: PlaceOrder, sentAt: v.number() })
type OrderTry = v.InferOutput<typeof OrderTry>

const record = persistedRecord('order-try', (stored): OrderTry | undefined => {
  const { success, output } = v.safeParse(OrderTry, stored)
  // The server knows the key no longer than that: sent again it would be another order.
  return success && Date.now() - output.sentAt < rules.idempotency.keptMs ? output : undefined
})

/** An order of theirs whose answer nobody has seen, as after a reload in the middle. */
export async function unansweredOrder(userId: string): Promise<PlaceOrder | undefined> {
  const kept = await record.read()
  return kept?.order.userId === userId ? kept.order : undefined
}

/** The key to send an order under: the same one as long as the same order has no answer. */
export async function attemptKey(wanted: PlaceOrder): Promise<string> {
  const order = v.parse(PlaceOrder, wanted)
  const before = await record.read()
  if (before && JSON.stringify(before.order) === JSON.stringify(order)) return before.key
  const key = crypto.randomUUID()
  await record.write({ key, order, sentAt: Date.now() })
  return key
}

/** There was an answer, whichever: the next order is another one. */
export const clearAttempt = () => record.remove()

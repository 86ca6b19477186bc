import * as v from 'valibot'

import { PlaceOrder } from '#contract/checkout.ts'
import { sessionKeys } from '#platform/storageKeys.ts'

const OrderTry = v.object({ key: v.string(), order: PlaceOrder })
type OrderTry = v.InferOutput<typeof OrderTry>

/** An order that was sent and whose answer nobody has seen, as after a reload in the middle. */
export function unansweredTry(): OrderTry | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(sessionKeys.orderTry) ?? 'null')
    const { success, output } = v.safeParse(OrderTry, kept)
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** The key to send an order under: the same one as long as the same order has no answer. */
export function keyOfTry(order: PlaceOrder): string {
  const before = unansweredTry()
  if (before && JSON.stringify(before.order) === JSON.stringify(order)) return before.key
  const key = crypto.randomUUID()
  sessionStorage.setItem(sessionKeys.orderTry, JSON.stringify({ key, order }))
  return key
}

/** There was an answer, whichever: the next order is another one. */
export const forgetTry = () => sessionStorage.removeItem(sessionKeys.orderTry)

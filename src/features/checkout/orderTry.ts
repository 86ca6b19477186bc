import * as v from 'valibot'

import { PlaceOrder } from '#contract/checkout.ts'
import { sessionKeys } from '#platform/storageKeys.ts'

/** The order stands as the text that was sent: only the very same is the same order. */
const OrderTry = v.object({ key: v.string(), order: v.string() })
type OrderTry = v.InferOutput<typeof OrderTry>

function keptTry(): OrderTry | undefined {
  const { success, output } = v.safeParse(OrderTry, parsed(sessionStorage.getItem(name)))
  return success ? output : undefined
}

/** An order of theirs whose answer nobody has seen, as after a reload in the middle. */
export function unansweredOrder(userId: string): PlaceOrder | undefined {
  const { success, output } = v.safeParse(PlaceOrder, parsed(keptTry()?.order))
  return success && output.userId === userId ? output : undefined
}

/** The key to send an order under: the same one as long as the same order has no answer. */
export function keyOfTry(wanted: PlaceOrder): string {
  const order = textOf(wanted)
  const before = keptTry()
  if (before?.order === order) return before.key
  const key = crypto.randomUUID()
  sessionStorage.setItem(name, JSON.stringify({ key, order }))
  return key
}

/** There was an answer, whichever: the next order is another one. */
export const forgetTry = () => sessionStorage.removeItem(name)

const name = sessionKeys.orderTry

/** One spelling, whoever put the parts together. */
const textOf = (order: PlaceOrder) => JSON.stringify(v.parse(PlaceOrder, order))

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

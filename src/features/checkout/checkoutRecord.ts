import { getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'

import { PlacedOrder, VerifyPayment, PlaceOrder } from '#contract/cart/checkout.ts'
import * as rules from '#contract/rules.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

/** In every state, from the tap on "Place Order" until the order's tracking page is shown. */
const common = {
  userId: v.string(),
  /** The idempotency key, which also tells this order's record from another's. */
  key: v.string(),
  addressText: v.string(),
}

/** The server has the order, and the result of its payment is not known. */
const Paying = v.object({
  ...common,
  state: v.literal('paying'),
  order: PlacedOrder,
  /**
   * How the payment window ended, once it has: with a signed result, or dismissed. Then nobody waits,
   * but it may still be paid.
   */
  end: v.optional(v.union([VerifyPayment, v.literal('dismissed')])),
})
export type Paying = v.InferOutput<typeof Paying>

/** The order was sent, or is about to be, and has no response yet. */
const Placing = v.object({
  ...common,
  state: v.literal('placing'),
  order: PlaceOrder,
  sentAt: v.number(),
  /** A payment without a known result, of an order that the shopper placed before this one. */
  earlier: v.optional(Paying),
})
export type Placing = v.InferOutput<typeof Placing>

/** Shown until the countdown ends that starts at the `orderSuccessTimestamp`. */
const Placed = v.object({ ...common, state: v.literal('placed'), order: PlacedOrder })

const CheckoutRecord = v.variant('state', [Placing, Paying, Placed])
type CheckoutRecord = v.InferOutput<typeof CheckoutRecord>

/**
 * Where the order is that was started on this device; null without one. It is written before each step,
 * so that a page that was killed, reloaded or opened in another tab continues from it.
 */
export const checkoutAtom = persistedAtom('checkout', v.nullable(CheckoutRecord), null)

/** The customer's record, without an order that is too old to be sent again. */
function ownRecord(stored: CheckoutRecord | null, userId: string | undefined) {
  if (!stored || stored.userId !== userId) return undefined
  if (stored.state !== 'placing') return stored
  // The server stores keys no longer than this: later the same request would be a new order.
  return Date.now() - stored.sentAt < rules.idempotency.ttlMs ? stored : stored.earlier
}

/** The customer's record, and whether it has been read. */
export function useCheckoutRecord() {
  const stored = useAtomValue(checkoutAtom)
  const isRead = useAtomValue(checkoutAtom.isReadAtom)
  return { record: ownRecord(stored, useAtomValue(userIdAtom)), isRead }
}

const store = getDefaultStore()

/** The customer's record as it is stored now: another tab may have changed it since this one was left. */
export async function readRecord(userId: string) {
  // Where storage is denied, only this page has the record.
  const shown = ownRecord(store.get(checkoutAtom), userId)
  let record: typeof shown
  await store.set(checkoutAtom, (stored) => {
    record = ownRecord(stored, userId) ?? shown
    return stored
  })
  return record
}

/**
 * Nothing → placing. The same order without a response is sent again as it was, with the arrival time
 * that it promised, and its key. Unlike the keys of `idempotentSender.ts` it is on the device, so that an
 * order sent before a reload is not placed twice.
 */
export async function startPlacing(input: PlaceOrder, addressText: string): Promise<Placing> {
  // Otherwise an empty bag would show this order as placed.
  localStorage.removeItem(storageKeys.orderSuccessTimestamp)
  const order = v.parse(PlaceOrder, input)
  const { userId } = order
  const key = crypto.randomUUID()
  const started: Placing = { state: 'placing', userId, key, addressText, order, sentAt: Date.now() }
  let placing = started
  // Where storage is denied, only this page has the record.
  const shown = ownRecord(store.get(checkoutAtom), userId)
  await store.set(checkoutAtom, (stored) => {
    const before = ownRecord(stored, userId) ?? shown
    const isSame = before?.state === 'placing' && contentOf(before.order) === contentOf(order)
    placing = isSame ? { ...before, addressText } : { ...started, earlier: paymentOf(before) }
    return placing
  })
  return placing
}

const contentOf = ({ promisedBy: _, ...content }: PlaceOrder) => JSON.stringify(content)

/** The payment without a known result. */
export const paymentOf = (record: CheckoutRecord | undefined): Paying | undefined =>
  record?.state === 'placing' ? record.earlier : record?.state === 'paying' ? record : undefined

/** Placing → paying: the server has reserved the items and waits for the payment. */
export async function startPaying(placing: Placing, order: PlacedOrder): Promise<Paying> {
  const paying: Paying = { ...commonOf(placing), state: 'paying', order }
  await advance(placing, paying)
  return paying
}

/** Paying → paying: the payment window has closed. */
export const savePaymentEnd = (paying: Paying, end: NonNullable<Paying['end']>) =>
  advance(paying, { ...paying, end })

/** Placing or paying → placed. */
export const finishPlaced = (before: Placing | Paying, order: PlacedOrder) =>
  advance(before, { ...commonOf(before), state: 'placed', order })

/** Placing or paying → nothing: there is no such order, and the next one gets a new key. */
export const endWithoutOrder = (before: Placing | Paying) => advance(before, null)

/** Placed → nothing: its tracking page is shown. */
export const forgetPlaced = () =>
  store.set(checkoutAtom, (stored) => (stored?.state === 'placed' ? null : stored))

const commonOf = ({ userId, key, addressText }: CheckoutRecord) => ({ userId, key, addressText })

/**
 * Replaces the record of a step by that of the next. What another tab has stored since stays: a later
 * step of the order, or a newer order. Only a placed order replaces any other. After a logout there is no
 * step.
 */
async function advance(
  from: Placing | Paying,
  next: Exclude<CheckoutRecord, Placing> | null,
): Promise<void> {
  if (store.get(userIdAtom) !== from.userId) return
  if (next?.state === 'placed')
    localStorage.setItem(storageKeys.orderSuccessTimestamp, String(Date.now()))
  await store.set(checkoutAtom, (stored) => {
    const now = ownRecord(stored, from.userId)
    if (!now || next?.state === 'placed') return next
    const earlier = now.state === 'placing' ? now.earlier : undefined
    if (now.state === from.state && now.key === from.key) return next ?? earlier ?? null
    return earlier?.key === from.key ? { ...now, earlier: next ?? undefined } : stored
  })
}

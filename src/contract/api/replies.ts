import * as v from 'valibot'

/** The envelope of every successful reply. */
export function reply<Payload extends v.ObjectEntries>(payload: Payload) {
  return v.object({ success: v.literal(true), msg: v.optional(v.string()), ...payload })
}

/** A list in `result.data`. */
export function listReply<Item extends v.GenericSchema>(item: Item) {
  return reply({ result: v.object({ data: v.array(item) }) })
}

/** Success without data. */
export const DoneReply = reply({})

/**
 * A refusal with HTTP status 200: `v.variant('success', [reply(…), refusal])`. Only
 * coupons/is-applicable, orders/send-payment-link and warehouse/check-delivery reply with it.
 */
export const refusal = v.object({
  success: v.literal(false),
  msg: v.string(),
  status: v.optional(v.number()),
})

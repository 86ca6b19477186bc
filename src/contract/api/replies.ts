import * as v from 'valibot'

/** The envelope of every answer that is a success, around what it carries. */
export function reply<Payload extends v.ObjectEntries>(payload: Payload) {
  return v.object({ success: v.literal(true), msg: v.optional(v.string()), ...payload })
}

/** A list inside `result.data`, as most lists travel. */
export function listReply<Item extends v.GenericSchema>(item: Item) {
  return reply({ result: v.object({ data: v.array(item) }) })
}

/** Success, and nothing more to say than perhaps a sentence. */
export const DoneReply = reply({})

/**
 * A refusal that is an answer, with HTTP status 200: `v.variant('success', [reply(…), refusal])`.
 * Only coupons/is-applicable, orders/send-payment-link and warehouse/check-delivery give it.
 */
export const refusal = v.object({
  success: v.literal(false),
  msg: v.string(),
  status: v.optional(v.number()),
})

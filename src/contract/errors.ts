import * as v from 'valibot'

import { AmountDetails } from './values/money.ts'
import { CartLine } from './cart/cart.ts'

/** Every error code of the API. */
export const ErrorCode = v.picklist([
  'invalid',
  'signed_out',
  'forbidden',
  'not_found',
  'out_of_stock',
  'price_changed',
  'coupon_not_applicable',
  'not_allowed_now',
  'conflict',
  'key_reused',
  'too_large',
  'request_timeout',
  'too_many',
  'unavailable',
  'unexpected',
])
export type ErrorCode = v.InferOutput<typeof ErrorCode>

/**
 * Body of every 4xx and 5xx; `msg` can be shown to a shopper. `unexpected` stands for unknown
 * errors. `price_changed` includes the current amounts; a 5xx the id of the request.
 */
export const ErrorResponse = v.object({
  success: v.literal(false),
  code: v.fallback(ErrorCode, 'unexpected'),
  msg: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
  summary: v.optional(AmountDetails),
  lines: v.optional(v.array(CartLine)),
  requestId: v.optional(v.string()),
})
export type ErrorResponse = v.InferOutput<typeof ErrorResponse>

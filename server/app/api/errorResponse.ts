import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

import type { ErrorCode, ErrorResponse } from '#contract/errors.ts'
import { isBusy, isPoolBusy } from '#server/database/client/transaction.ts'
import type { StoreEnv } from '#server/platform/http/handler.ts'
import { noteDiskFull } from '#server/platform/storage/diskSpace.ts'
import { log } from '#server/platform/observability/log.ts'
import { notValid } from '#server/platform/http/readBody.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

const statusByCode = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  out_of_stock: 409,
  price_changed: 409,
  coupon_not_applicable: 409,
  not_allowed_now: 409,
  conflict: 409,
  key_reused: 422,
  request_timeout: 408,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
  unexpected: 500,
} as const satisfies Record<ErrorCode, number>

const somethingWrong = 'Something went wrong. Please try again.'
const notSaved = 'We can’t save anything right now. Please try again in a few minutes.'
export const tooBusy = 'The store is very busy. Please try again in a moment.'

/** The status and body for an error. The message of an error that is not a `StoreError` is never sent. */
export function errorResponse(error: Error, requestId: string) {
  if (error instanceof StoreError) {
    const { code, message, extra } = error
    const body: ErrorResponse = { success: false, code, msg: message, ...extra }
    return { status: statusByCode[code], body }
  }
  // Under overload there are hundreds of these per second, and their stack traces say nothing.
  if (isPoolBusy(error)) log.warn({ requestId }, 'No database connection was free')
  else log.error({ err: error, requestId }, 'A request failed')
  if (noteDiskFull(error)) {
    const body: ErrorResponse = { success: false, code: 'unavailable', msg: notSaved, requestId }
    return { status: statusByCode.unavailable, body }
  }
  if (isBusy(error)) {
    const body: ErrorResponse = { success: false, code: 'unavailable', msg: tooBusy, requestId }
    return { status: statusByCode.unavailable, body }
  }
  const body: ErrorResponse = { success: false, code: 'unexpected', msg: somethingWrong, requestId }
  return { status: statusByCode.unexpected, body }
}

/** The only place where an error becomes an HTTP response. */
export function handleError(error: Error, c: Context<StoreEnv>) {
  if (error instanceof HTTPException && error.status < 500) {
    const body: ErrorResponse = {
      success: false,
      code: 'invalid',
      msg: notValid,
    }
    return c.json(body, error.status)
  }
  const { status, body } = errorResponse(error, c.get('requestId'))
  if (error instanceof StoreError && error.retryAfterSeconds) {
    c.header('Retry-After', String(error.retryAfterSeconds))
  }
  c.header('Cache-Control', 'no-store')
  return c.json(body, status)
}

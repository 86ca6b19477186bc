import { isHTTPError, isTimeoutError } from 'ky'
import * as v from 'valibot'

import { type ErrorCode, ErrorReply } from '#contract/errors.ts'

/** The one error that comes out of `send`. Callers look at `code`, never at a status or a text. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | 'offline'
  /** The server's refusal, if it sent one; its `msg` is fit for a shopper. */
  readonly reply: ErrorReply | undefined

  constructor(code: ApiError['code'], cause: unknown, reply?: ErrorReply) {
    super(cause instanceof Error ? cause.message : code, { cause })
    this.code = code
    this.reply = reply
  }

  /** The server's own sentence for the shopper, if it sent one. */
  get msg(): string | undefined {
    return this.reply?.msg
  }
}

/** What a call threw, as an `ApiError`. An abort or a bug stays what it is. */
export async function asApiError(thrown: unknown): Promise<unknown> {
  if (isTimeoutError(thrown) || thrown instanceof TypeError) return new ApiError('offline', thrown)
  if (!isHTTPError(thrown)) return thrown
  return refused(await thrown.response.json().catch(() => undefined), thrown)
}

/** The server's refusal in its own words; 'unexpected' if `body` is none. */
export function refused(body: unknown, cause: unknown): ApiError {
  const { success, output } = v.safeParse(ErrorReply, body)
  return success ? new ApiError(output.code, cause, output) : new ApiError('unexpected', cause)
}

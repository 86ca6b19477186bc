import type { ErrorCode, ErrorResponse } from '#contract/errors.ts'

/** The error of a call that failed; see `parseResponse`. Callers check `code`, never a status or a text. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | 'offline'
  /** The server's error response, if it sent one; its `msg` can be shown to the shopper. */
  readonly response: ErrorResponse | undefined
  /** From the `Retry-After` header. */
  retryAfterMs?: number | undefined

  constructor(code: ApiError['code'], cause: unknown, response?: ErrorResponse) {
    super(cause instanceof Error ? cause.message : code, { cause })
    this.code = code
    this.response = response
  }

  /** The server's message for the shopper, if it sent one. */
  get msg(): string | undefined {
    return this.response?.msg
  }
}

/** An error of the page itself, with a message for the shopper, as the server would send. */
export const errorWithMessage = (code: ErrorCode, msg: string) =>
  new ApiError(code, new Error(msg), { success: false, code, msg })

/** After these errors the request may have been carried out, or may still be. */
const ambiguousCodes: ApiError['code'][] = [
  'offline',
  'unexpected',
  'unavailable',
  'request_timeout',
  'too_many',
  'signed_out',
  'conflict',
]

/** Whether the server certainly did nothing. If not, a retry must use the same idempotency key. */
export const isDefiniteFailure = ({ code }: ApiError): boolean => !ambiguousCodes.includes(code)

import type { ErrorCode, ErrorReply } from '#contract/errors.ts'

/** The one error that comes out of `send`. Callers look at `code`, never at a status or a text. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | 'offline'
  /** The server's refusal, if it sent one; its `msg` is fit for a shopper. */
  readonly reply: ErrorReply | undefined
  /** How long the server wants to be left alone. */
  retryAfterMs?: number | undefined

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

/** After these what was asked for may have been done all the same, or may yet be. */
const unsure: ApiError['code'][] = [
  'offline',
  'unexpected',
  'unavailable',
  'request_timeout',
  'too_many',
  'signed_out',
  'conflict',
]

/** Whether a failure says that nothing was done. If not, the next try has to have the same key. */
export const isDefiniteFailure = ({ code }: ApiError): boolean => !unsure.includes(code)

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

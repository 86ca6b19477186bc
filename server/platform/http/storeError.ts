import type { ErrorCode, ErrorReply } from '#contract/errors.ts'

/** What an answer may carry beside its sentence: wrong fields, or what the order costs now. */
type Extra = Pick<ErrorReply, 'fields' | 'summary' | 'lines'>

/** What a service throws: a code of the contract, and a sentence fit for a shopper. */
export class StoreError extends Error {
  readonly code: ErrorCode
  readonly extra: Extra
  readonly retryAfterSeconds?: number

  constructor(code: ErrorCode, message: string, more: Extra & { retryAfterSeconds?: number } = {}) {
    const { retryAfterSeconds, ...extra } = more
    super(message)
    this.name = 'StoreError'
    this.code = code
    this.extra = extra
    this.retryAfterSeconds = retryAfterSeconds
  }
}

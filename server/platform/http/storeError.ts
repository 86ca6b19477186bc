import type { ErrorCode, ErrorResponse } from '#contract/errors.ts'

/** Details of an error response: invalid fields, or the current prices of the order. */
type Extra = Pick<ErrorResponse, 'fields' | 'summary' | 'lines'>

/** An error with a code of the contract and a message that shoppers may see. */
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

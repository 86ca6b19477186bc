import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'

import { log } from './log.ts'
import { StoreError } from './storeError.ts'

export type RazorpayOptions = {
  /** Everything before the path of a call. */
  base?: string
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>
  patienceMs?: number
  /** The first pause before a repeat; every further one is up to twice as long. */
  pauseMs?: number
}

type RazorpayCall = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
}

const Failure = v.object({
  error: v.object({
    code: v.string(),
    description: v.nullish(v.string()),
    reason: v.nullish(v.string()),
  }),
})

/** What the provider refused; asking again would not help. */
export class ProviderRefusal extends StoreError {
  readonly status: number
  constructor(status: number, description: string) {
    super('not_allowed_now', 'The payment provider has refused this.')
    this.status = status
    this.cause = description
  }
}

const tries = 3
const unavailable = () =>
  new StoreError('unavailable', 'The payment provider does not answer. Please try again.')

/** One call to the provider: within a time, and again where that can help. */
export function askRazorpay(authorization: string, options: RazorpayOptions = {}) {
  const { base = 'https://api.razorpay.com/v1', patienceMs = 8000, pauseMs = 250 } = options
  const ask = options.fetch ?? fetch

  async function once({ method, path, body, headers }: RazorpayCall): Promise<Response> {
    return ask(base + path, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    })
  }

  return async function answerTo(call: RazorpayCall): Promise<unknown> {
    for (let turn = 1; ; turn++) {
      const answer = await once(call).catch((error: unknown) => error as Error)
      const isPassing = answer instanceof Error || isWorthAnotherTry(answer.status)
      if (!isPassing) return bodyOf(answer)
      if (turn === tries) {
        const err = answer instanceof Error ? answer : new Error(`It answered ${answer.status}`)
        log.error({ err, call: call.path }, 'The payment provider does not answer')
        throw unavailable()
      }
      await pause(pauseMs * 2 ** (turn - 1) * (0.5 + Math.random()))
    }
  }
}

/** 409: the same request is still at work there. */
const isWorthAnotherTry = (status: number) => status === 409 || status === 429 || status >= 500

async function bodyOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return body
  const { success, output } = v.safeParse(Failure, body)
  const description = success ? (output.error.description ?? output.error.code) : 'No reason given'
  log.warn({ status: answer.status, description }, 'The payment provider has refused')
  throw new ProviderRefusal(answer.status, description)
}

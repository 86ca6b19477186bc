import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { log } from '#server/platform/observability/log.ts'
import { razorpay } from '#server/platform/payments/razorpay.ts'
import { sandboxApi, type SandboxDeps } from './sandboxApi.ts'
import { sandboxCheckoutRoutes } from './sandboxCheckout.ts'

/**
 * The payment provider of demo mode. The same client makes the same calls as in live mode, and this
 * module answers them. `routes` serve the checkout window and the pages of payment links.
 */
export function openSandbox(parts: SandboxDeps) {
  const provider = razorpay(parts.keys, {
    name: 'sandbox',
    base: 'http://sandbox.invalid/v1',
    fetch: (url, init) => calls.request(url, init),
  })
  const calls = new Hono().route('/v1', sandboxApi(parts)).onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error({ err: error }, 'The sandbox has failed')
    return Response.json({ error: { description: 'The server has failed' } }, { status: 500 })
  })
  return { provider, routes: sandboxCheckoutRoutes(parts) }
}

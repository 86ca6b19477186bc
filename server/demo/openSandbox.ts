import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { log } from '#server/platform/log.ts'
import { razorpay } from '#server/platform/razorpay.ts'
import { sandboxCalls, type SandboxParts } from './sandboxCalls.ts'
import { sandboxWindow } from './sandboxWindow.ts'

/**
 * The provider of demo mode: the same client asks the same calls, which are answered here instead
 * of far away; `routes` are the window and the pages that shoppers see of it.
 */
export function openSandbox(parts: SandboxParts) {
  const provider = razorpay(parts.keys, {
    name: 'sandbox',
    base: 'http://sandbox.invalid/v1',
    fetch: (url, init) => calls.request(url, init),
  })
  const calls = new Hono().route('/v1', sandboxCalls(parts)).onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error({ err: error }, 'The sandbox has failed')
    return Response.json({ error: { description: 'The server has failed' } }, { status: 500 })
  })
  return { provider, routes: sandboxWindow(parts) }
}

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import type { Database } from '#server/database/connect.ts'
import { log } from '#server/platform/log.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { hearProvider } from './hearProvider.ts'

const largestBody = 256 * 1024

/** Where the provider tells what happened there. Its words count only as it has signed them. */
export function webhookRoutes(db: Database, provider: PaymentProvider) {
  const limit = bodyLimit({ maxSize: largestBody, onError: tooLarge })
  return new Hono().post('/webhooks/razorpay', limit, async (c) => {
    const raw = await c.req.text()
    if (!provider.isWebhookSigned(raw, c.req.header('X-Razorpay-Signature') ?? '')) {
      log.warn('A webhook came without the signature of the provider')
      throw new StoreError('invalid', 'This is not signed')
    }
    const id = c.req.header('X-Razorpay-Event-Id')
    if (!id) throw new StoreError('invalid', 'This event has no id')
    await hearProvider(db, { id, provider: provider.name, body: parsed(raw) })
    return c.json({ success: true }, 200, { 'Cache-Control': 'no-store', 'x-api': '1' })
  })
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

function tooLarge(): never {
  throw new StoreError('too_large', 'This is too large to send')
}

import { Hono } from 'hono'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { log } from '#server/platform/log.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { readBody, textOf } from '#server/platform/readBody.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { hearProvider } from './hearProvider.ts'

const limits = { maxBytes: 256 * 1024, arriveMs: rules.body.arriveMs }

/** Where the provider tells what happened there. Its words count only as it has signed them. */
export function webhookRoutes(db: Database, provider: PaymentProvider) {
  return new Hono().post('/webhooks/razorpay', async (c) => {
    const raw = textOf(await readBody(c, limits))
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

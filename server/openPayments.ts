import type { Hono } from 'hono'

import type { App } from '#server/app/createApp.ts'
import type { Database } from '#server/database/connect.ts'
import { inboxSender } from '#server/demo/inbox.ts'
import { openSandbox } from './demo/payments/sandbox.ts'
import { startWebhooks } from './demo/payments/sandboxWebhooks.ts'
import { webhookRoutes } from '#server/features/payments/webhookRoutes.ts'
import { startPaymentSweep } from '#server/jobs/sweepPayments.ts'
import { keptSecret } from '#server/platform/keptSecret.ts'
import { razorpay } from '#server/platform/razorpay.ts'
import type { Settings } from '#server/platform/settings.ts'

type Stop = () => Promise<void>

/** Razorpay where its keys are set, else the sandbox; with what hears of it and looks after it. */
export async function openPayments(settings: Settings, db: Database) {
  if (settings.razorpay) {
    const provider = razorpay(settings.razorpay)
    const start = (): Stop[] => [startPaymentSweep(db, provider)]
    return { provider, hooks: webhookRoutes(db, provider), pages: [] as Hono[], start }
  }
  const webhookSecret = await keptSecret(db, 'sandbox_webhook_secret')
  const keys = {
    keyId: 'rzp_test_sandbox',
    keySecret: settings.sandboxKeySecret ?? (await keptSecret(db, 'sandbox_key_secret')),
    webhookSecret,
  }
  const origin = settings.publicOrigin
  const { provider, routes } = openSandbox({ db, keys, origin, sendMessage: inboxSender(db) })
  const start = (app: App): Stop[] => [
    startPaymentSweep(db, provider),
    startWebhooks({ db, webhookSecret, send: (path, init) => app.request(path, init) }),
  ]
  return { provider, hooks: webhookRoutes(db, provider), pages: [routes], start }
}

import type { Hono } from 'hono'

import type { App } from './app/api/createApp.ts'
import type { Database } from './database/client/connect.ts'
import { inboxSender } from '#server/demo/inbox.ts'
import { openSandbox } from './demo/payments/sandboxApi.ts'
import { startWebhookDelivery } from './demo/payments/sandboxWebhooks.ts'
import { webhookRoutes } from './features/payments/webhooks.ts'
import { startPaymentSweep } from '#server/features/payments/reconcilePayments.ts'
import { loadSecret } from './platform/storage/secrets.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { razorpay } from './platform/payments/razorpay.ts'
import type { Settings } from './platform/runtime/settings.ts'

type Stop = () => Promise<void>

type Payments = {
  provider: PaymentProvider
  webhooks: Hono
  /** Pages of the provider, such as the checkout window of the sandbox. */
  pages: Hono[]
  /** Starts the background jobs. */
  start: (app: App) => Stop[]
}

/** Razorpay if its keys are set, else the sandbox, with the provider's webhooks, pages and background jobs. */
export async function openPayments(settings: Settings, db: Database): Promise<Payments> {
  if (settings.razorpay) {
    const provider = razorpay(settings.razorpay)
    const start = () => [startPaymentSweep(db, provider)]
    return { provider, webhooks: webhookRoutes(db, provider), pages: [], start }
  }
  const webhookSecret = await loadSecret(db, 'sandbox_webhook_secret')
  const keys = {
    keyId: 'rzp_test_sandbox',
    keySecret: settings.sandboxKeySecret ?? (await loadSecret(db, 'sandbox_key_secret')),
    webhookSecret,
  }
  const origin = settings.publicOrigin
  const { provider, routes } = openSandbox({ db, keys, origin, sendMessage: inboxSender(db) })
  const start = (app: App) => [
    startPaymentSweep(db, provider),
    startWebhookDelivery({ db, webhookSecret, send: (path, init) => app.request(path, init) }),
  ]
  return { provider, webhooks: webhookRoutes(db, provider), pages: [routes], start }
}

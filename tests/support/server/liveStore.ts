import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { openConnection } from '#server/database/client/connect.ts'
import { sandboxApi } from '#server/demo/payments/sandboxApi.ts'
import { startWebhookDelivery } from '#server/demo/payments/sandboxWebhooks.ts'
import { sandboxCheckoutRoutes } from '#server/demo/payments/sandboxCheckout.ts'
import { freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { openPort } from './openPort.ts'
import { startStore } from './startStore.ts'

const razorpayKeys = {
  keyId: 'rzp_live_1',
  keySecret: 'the-key-secret',
  webhookSecret: 'the-webhook-secret',
}
const msg91Key = 'the-msg91-key'

/** The settings that live mode requires, except the database. */
export const liveSettings = {
  STORE_MODE: 'live',
  METRICS_TOKEN: 'a-token-of-the-tests',
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: 'https://shop.example',
  OTP_PEPPER: 'a-pepper-of-the-tests',
  RAZORPAY_KEY_ID: razorpayKeys.keyId,
  RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
  RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
  MSG91_AUTH_KEY: msg91Key,
  MSG91_OTP_TEMPLATE: 'otp',
  MSG91_LINK_TEMPLATE: 'link',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'secret',
  VAPID_CONTACT: 'mailto:care@shop.example',
}

type TextMessage = { mobile: string; otp?: string; link?: string }

/**
 * A live store in its own process with its own database, beside a server with the APIs of Razorpay
 * (v1, with its payment window and webhooks) and MSG91 (v5).
 */
export async function startLiveStore() {
  const [fresh, theirs] = [await freshDatabase(), await freshDatabase()]
  const { db, close } = openConnection(theirs.url)
  const messages: TextMessage[] = []
  const providers = await openPort(providersOn(db, messages))
  const settings = { ...liveSettings, DATABASE_URL: fresh.url }
  const store = await startStore(
    { ...settings, PROVIDERS_ORIGIN: providers.origin },
    'ignore',
    'liveChild.ts',
  )
  const stopWebhooks = startWebhookDelivery({
    db,
    webhookSecret: razorpayKeys.webhookSecret,
    send: (path, init) => fetch(`${store.origin}${path}`, init),
  })
  return {
    settings,
    origin: store.origin,
    messages,
    /** The URL to which the payment window sends the customer's actions. */
    windowOrigin: providers.origin,
    stop: async () => {
      await stopWebhooks()
      await store.stop()
      await providers.close()
      await close()
      await Promise.all([fresh.drop(), theirs.drop()])
    },
  }
}

type ProviderDb = ReturnType<typeof openConnection>['db']

function providersOn(db: ProviderDb, messages: TextMessage[]) {
  const parts = {
    db,
    keys: razorpayKeys,
    origin: 'https://rzp.example',
    sendMessage: async () => undefined,
  }
  const app = new Hono().onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    throw error
  })
  const razorpay = new Hono().route('/razorpay/v1', sandboxApi(parts))
  const msg91 = new Hono().post('/msg91/api/v5/:call{otp|flow}', async (c) => {
    if (c.req.header('authkey') !== msg91Key) return c.json({ type: 'error', message: 'authkey' })
    const body = await c.req.json<TextMessage & { recipients?: { mobiles: string }[] }>()
    const [recipient] = body.recipients ?? []
    messages.push(recipient ? { ...recipient, mobile: recipient.mobiles } : body)
    return c.json({ type: 'success' })
  })
  return app.route('/', razorpay).route('/', msg91).route('/', sandboxCheckoutRoutes(parts))
}

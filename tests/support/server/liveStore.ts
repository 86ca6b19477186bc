import { and, desc, eq, isNotNull } from 'drizzle-orm'
import webpush from 'web-push'

import { openConnection } from '#server/database/client/connect.ts'
import { startWebhookDelivery } from '#server/demo/payments/sandboxWebhooks.ts'
import { standIns } from '#server/demo/rehearsal/standIns.ts'
import { inboxMessages } from '#server/database/schema/operations.ts'
import { freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { openPort } from './openPort.ts'
import { startStore } from './startStore.ts'

const razorpayKeys = {
  keyId: 'rzp_test_1',
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

/**
 * A live store in its own process with its own database, beside a server with the APIs of Razorpay
 * (v1, with its payment window and webhooks) and MSG91 (v5).
 */
export async function startLiveStore() {
  const [fresh, theirs] = [await freshDatabase(), await freshDatabase()]
  const { db, close } = openConnection(theirs.url)
  const providers = await openPort(
    standIns({ db, keys: razorpayKeys, msg91Key, origin: 'https://rzp.example' }),
  )
  const vapid = webpush.generateVAPIDKeys()
  const settings = {
    ...liveSettings,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    DATABASE_URL: fresh.url,
    RAZORPAY_ORIGIN: providers.origin,
    MSG91_ORIGIN: providers.origin,
  }
  const store = await startStore(settings)
  const stopWebhooks = startWebhookDelivery({
    db,
    webhookSecret: razorpayKeys.webhookSecret,
    send: (path, init) => fetch(`${store.origin}${path}`, init),
  })
  return {
    settings,
    origin: store.origin,
    /** The OTP of the newest message to this phone. */
    readOtp: async (phone: string) => {
      const isTo = and(eq(inboxMessages.to, phone), isNotNull(inboxMessages.otp))
      const [newest] = await db
        .select()
        .from(inboxMessages)
        .where(isTo)
        .orderBy(desc(inboxMessages.at))
        .limit(1)
      return newest?.otp ?? ''
    },
    stop: async () => {
      await stopWebhooks()
      await store.stop()
      await providers.close()
      await close()
      await Promise.all([fresh.drop(), theirs.drop()])
    },
  }
}

import type { StoreDeps } from '#server/app/api/storeHandlers.ts'
import type { Database } from '#server/database/client/connect.ts'
import { openSandbox } from '#server/demo/payments/sandboxApi.ts'
import { createOrderEvents } from '#server/features/orders/orderEvents.ts'
import { razorpay } from '#server/platform/payments/razorpay.ts'
import type { Message, SendMessage } from '#server/platform/messaging/sms.ts'

export type TestDeps = StoreDeps & {
  /** The text messages that were sent, oldest first. */
  sent: Message[]
}

/** Secrets of every sandbox in the tests; their state is in the database. */
export const sandboxKeys = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'the-key-secret-of-the-tests',
  webhookSecret: 'the-webhook-secret-of-the-tests',
}

/** The payment sandbox of a database. */
export const testSandbox = (db: Database, sendMessage: SendMessage = async () => undefined) =>
  openSandbox({ db, keys: sandboxKeys, origin: 'http://shop.example', sendMessage })

/** Payments need a database; until there is one, paying fails. */
const unreachableProvider = razorpay(sandboxKeys, {
  fetch: () => Promise.reject(new Error('Nobody there')),
})

/**
 * The dependencies of the store under test: messages are recorded, and rate limits are off by
 * default.
 */
export function createTestDeps(changes: Partial<StoreDeps> = {}): TestDeps {
  const sent: Message[] = []
  return {
    sent,
    sendMessage: async (message) => {
      sent.push(message)
    },
    acknowledge: undefined,
    pushKeys: { publicKey: 'the-public-key-of-the-tests' },
    sendPush: async () => ({ status: 201 }),
    isPushService: (endpoint) => endpoint.startsWith('https://push.example/'),
    publicOrigin: 'https://shop.example',
    pepper: 'the-pepper-of-the-tests',
    hasRateLimits: false,
    trustedProxies: 1,
    maps: { googleKey: null, attribution: ['Test places'] },
    payments: { provider: 'sandbox', key: 'rzp_test_sandbox' },
    provider: unreachableProvider,
    orderEvents: createOrderEvents(20),
    ...changes,
  }
}

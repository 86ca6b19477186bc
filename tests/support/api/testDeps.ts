import type { StoreDeps } from '#server/app/api/storeHandlers.ts'
import { createOrderEvents } from '#server/features/orders/orderEvents.ts'
import { razorpay } from '#server/platform/payments/razorpay.ts'
import type { Message } from '#server/platform/messaging/sms.ts'
import { sandboxKeys } from './testSandbox.ts'

export type TestDeps = StoreDeps & {
  /** The text messages that were sent, oldest first. */
  sent: Message[]
}

/** Payments need a database; until there is one, paying fails. */
const nobody = razorpay(sandboxKeys, { fetch: () => Promise.reject(new Error('Nobody there')) })

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
    isPushService: (endpoint) => endpoint.startsWith('https://push.example/'),
    publicOrigin: 'https://shop.example',
    pepper: 'the-pepper-of-the-tests',
    hasRateLimits: false,
    trustedProxies: 1,
    maps: { googleKey: null, attribution: ['Test places'] },
    payments: { provider: 'sandbox', key: 'rzp_test_sandbox' },
    provider: nobody,
    orderEvents: createOrderEvents(20),
    ...changes,
  }
}

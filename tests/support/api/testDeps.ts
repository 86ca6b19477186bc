import type { StoreDeps } from '#server/app/api/storeHandlers.ts'
import { createOrderEvents } from '#server/features/orders/orderEvents.ts'
import { razorpay } from '#server/platform/payments/razorpay.ts'
import type { Message } from '#server/platform/messaging/sms.ts'
import { sandboxKeys } from './testSandbox.ts'

export type TestOutside = StoreDeps & {
  /** What was sent to phones, the oldest first. */
  sent: Message[]
}

/** Until the store has a database there is nobody to pay to. */
const nobody = razorpay(sandboxKeys, { fetch: () => Promise.reject(new Error('Nobody there')) })

/** The world around the store under test: messages are kept, nothing is limited unless asked for. */
export function testOutside(changes: Partial<StoreDeps> = {}): TestOutside {
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

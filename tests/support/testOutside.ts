import type { Outside } from '#server/app/storeAnswers.ts'
import type { Message } from '#server/platform/sendMessage.ts'

export type TestOutside = Outside & {
  /** What was sent to phones, the oldest first. */
  sent: Message[]
}

/** The world around the store under test: messages are kept, nothing is limited unless asked for. */
export function testOutside(changes: Partial<Outside> = {}): TestOutside {
  const sent: Message[] = []
  return {
    sent,
    sendMessage: async (message) => {
      sent.push(message)
    },
    acknowledge: undefined,
    pushKeys: { publicKey: 'the-public-key-of-the-tests' },
    isPushService: (endpoint) => endpoint.startsWith('https://push.example/'),
    pepper: 'the-pepper-of-the-tests',
    hasRateLimits: false,
    trustedProxies: 1,
    maps: { googleKey: null, attribution: ['Test places'] },
    payments: { provider: 'sandbox', key: 'sandbox' },
    ...changes,
  }
}

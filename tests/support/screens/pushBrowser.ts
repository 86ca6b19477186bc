import { vi } from 'vitest'

/** Adds the push APIs, which jsdom lacks; returns the calls to them. */
export function stubPushBrowser(answer: NotificationPermission = 'granted') {
  const calls: string[] = []
  let permission: NotificationPermission = 'default'
  let subscription: object | null = null
  let count = 0
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      calls.push('subscribe')
      const endpoint = `https://push.example/phone-${++count}`
      const key = Buffer.from(applicationServerKey, 'base64url')
      subscription = {
        endpoint,
        options: { applicationServerKey: Uint8Array.from(key).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh: 'BFx_', auth: 'c2-' } }),
        unsubscribe: async () => {
          calls.push('unsubscribe')
          subscription = null
          return true
        },
      }
      return subscription
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => {
      calls.push('permission')
      permission = answer
      return answer
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return calls
}

/** Removes the push APIs again. */
export function removePushBrowser(): void {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
}

import type { Page } from '@playwright/test'

/** A push service without a network: it only gives the page a subscription. */
export async function fakePush(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(() => {
    let subscription: object | null = null
    const made = () => {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
      return {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'BFx_', auth: 'c2-' } }),
        unsubscribe: async () => {
          subscription = null
          return true
        },
      }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription = made()),
    })
    Notification.requestPermission = async () => 'granted'
  })
}

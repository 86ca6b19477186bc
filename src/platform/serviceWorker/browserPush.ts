import { isAppleTouchDevice } from '#platform/installPrompt.ts'

/**
 * State of push notifications in this browser: `none` does not support them, `install` supports
 * them in the installed app (iPhone and iPad), `denied` blocks them; `off` and `on` can be
 * switched.
 */
export type PushState = 'none' | 'install' | 'denied' | 'off' | 'on'

type Browser = {
  hasPush: boolean
  isApple: boolean
  permission: NotificationPermission
  isSubscribed: boolean
}

export function pushStateOf({ hasPush, isApple, permission, isSubscribed }: Browser): PushState {
  if (!hasPush) return isApple ? 'install' : 'none'
  if (permission === 'denied') return 'denied'
  return permission === 'granted' && isSubscribed ? 'on' : 'off'
}

export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function readPushState(): Promise<PushState> {
  const isPossible = hasPush()
  return pushStateOf({
    hasPush: isPossible,
    isApple: isAppleTouchDevice(),
    permission: isPossible ? Notification.permission : 'default',
    isSubscribed: (await currentSubscription()) !== null,
  })
}

/**
 * This browser's subscription with the store's key; created if there is none, or if it was created with
 * another key, because push services accept nothing for that.
 */
export async function validSubscription(applicationServerKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await currentSubscription()
  if (subscription && hasKey(subscription, applicationServerKey)) return subscription
  await subscription?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** A browser that does not tell the key of a subscription is trusted. */
function hasKey({ options }: PushSubscription, key: string): boolean {
  const bytes = options?.applicationServerKey
  if (!bytes) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

/**
 * Whether this browser can be told things: `none` knows no pushes, `install` would as an installed
 * app (iPhone and iPad), `denied` was told not to ask; the others can be switched on, or are.
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

const hasPush = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** An iPad calls itself a Mac, but one that can be touched. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function readPushState(): Promise<PushState> {
  const isPossible = hasPush()
  return pushStateOf({
    hasPush: isPossible,
    isApple: isApple(),
    permission: isPossible ? Notification.permission : 'default',
    isSubscribed: (await currentSubscription()) !== null,
  })
}

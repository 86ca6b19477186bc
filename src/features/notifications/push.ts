import { getDefaultStore, useAtom } from 'jotai'
import { useEffect, useState } from 'react'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import {
  PushKeyResponse,
  type PushPreferences,
  type ProductAlertRequest,
} from '#contract/notification.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { isAppleTouchDevice } from '#platform/installPrompt.ts'
import { toastSuccess } from '#platform/toasts.ts'
import { pushPreferencesAtom } from './pushPreferencesAtom.ts'

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

const hasPush = () =>
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

async function readPushKey(): Promise<string> {
  const { result } = await parseResponse(PushKeyResponse, request(calls.readPushKey))
  return result.publicKey
}

async function subscribe(
  subscription: PushSubscription,
  preferences: PushPreferences,
): Promise<void> {
  const json = { subscription: subscription.toJSON(), ...preferences }
  await parseResponse(SuccessResponse, request(calls.subscribe, { json }))
}

async function unsubscribe({ endpoint }: PushSubscription): Promise<void> {
  await parseResponse(
    SuccessResponse,
    request(calls.unsubscribe, { json: { subscription: { endpoint } } }),
  )
}

async function addProductAlert(id: string, json: ProductAlertRequest): Promise<void> {
  await parseResponse(SuccessResponse, request(calls.addProductAlert, { params: { id }, json }))
}

/**
 * The push state and preferences of this browser, and how to change them. Undefined until known.
 */
export function usePush() {
  const [preferences, setPreferences] = useAtom(pushPreferencesAtom)
  const [state, setState] = useState<PushState>()
  useEffect(() => {
    let isShown = true
    void readPushState().then((found) => isShown && setState(found))
    return () => {
      isShown = false
    }
  }, [])

  /** Must follow a tap: the browser then asks for permission. */
  async function turnOn(wanted: PushPreferences): Promise<boolean> {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') {
      setState(permission === 'denied' ? 'denied' : 'off')
      return false
    }
    await subscribe((await currentSubscription()) ?? (await subscribeHere()), wanted)
    setPreferences(() => wanted)
    setState('on')
    return true
  }

  async function turnOff(): Promise<void> {
    const subscription = await currentSubscription()
    if (subscription) {
      await unsubscribe(subscription)
      await subscription.unsubscribe()
    }
    setState('off')
  }

  return { state, preferences, turnOn, turnOff }
}

async function subscribeHere(): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  const applicationServerKey = await readPushKey()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/**
 * Subscribes this browser again after a login: the server deleted the subscription with the last
 * session.
 */
export async function renewPushSubscription(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription || (await readPushState()) !== 'on') return
  const store = getDefaultStore()
  // Writing the value loads it from storage, even if no screen has read it yet.
  await store.set(pushPreferencesAtom, (preferences) => preferences)
  await subscribe(subscription, store.get(pushPreferencesAtom))
}

/** Requests a notification when the item is back in stock, and confirms that. */
export async function requestRestockNotification(
  productId: string,
  size: string | undefined,
): Promise<void> {
  await addProductAlert(productId, { kind: 'restock', ...(size ? { size } : {}) })
  await toastSuccess(
    size
      ? `We’ll notify you when ${size} is back in stock`
      : 'We’ll notify you when it’s back in stock',
  )
}

/** Requests the notification if notifications are on; returns false if permission is needed first. */
export async function requestRestockIfSubscribed(
  productId: string,
  size: string | undefined,
): Promise<boolean> {
  if ((await readPushState()) !== 'on') return false
  await requestRestockNotification(productId, size)
  return true
}

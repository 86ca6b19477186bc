import { getDefaultStore, useAtom } from 'jotai'
import { useEffect, useState } from 'react'

import { calls } from '#contract/api/calls.ts'
import { DoneReply } from '#contract/api/replies.ts'
import { type Notice, PushKeyReply } from '#contract/notification.ts'
import { request, send } from '#platform/api/http.ts'
import { toastSuccess } from '#platform/toasts.ts'
import { pushChoiceAtom, type PushPreferences } from './pushChoice.ts'

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

async function readPushKey(): Promise<string> {
  const { result } = await send(PushKeyReply, request(calls.readPushKey))
  return result.publicKey
}

async function subscribe(subscription: PushSubscription, choice: PushPreferences): Promise<void> {
  const json = { subscription: subscription.toJSON(), ...choice }
  await send(DoneReply, request(calls.subscribe, { json }))
}

async function unsubscribe({ endpoint }: PushSubscription): Promise<void> {
  await send(DoneReply, request(calls.unsubscribe, { json: { subscription: { endpoint } } }))
}

async function askNotice(id: string, json: Notice): Promise<void> {
  await send(DoneReply, request(calls.askNotice, { params: { id }, json }))
}

/** What this browser may tell its shopper, and how to change it. Undefined until that is known. */
export function usePush() {
  const [choice, setChoice] = useAtom(pushChoiceAtom)
  const [state, setState] = useState<PushState>()
  useEffect(() => {
    let isShown = true
    void readPushState().then((found) => isShown && setState(found))
    return () => {
      isShown = false
    }
  }, [])

  /** Only ever after a tap: this is where the browser asks whether it may. */
  async function turnOn(wanted: PushPreferences): Promise<boolean> {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') {
      setState(permission === 'denied' ? 'denied' : 'off')
      return false
    }
    await subscribe((await currentSubscription()) ?? (await subscribeHere()), wanted)
    setChoice(() => wanted)
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

  return { state, choice, turnOn, turnOff }
}

async function subscribeHere(): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  const applicationServerKey = await readPushKey()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** What the store knew of this browser went with the session before: the new one is told again. */
export async function renewPushSubscription(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription || (await readPushState()) !== 'on') return
  const store = getDefaultStore()
  // Writing what is there brings what was kept, also where no screen has read it yet.
  await store.set(pushChoiceAtom, (choice) => choice)
  await subscribe(subscription, store.get(pushChoiceAtom))
}

/** Asks the store to tell when it is back, and says so. */
export async function requestRestockNotification(
  productId: string,
  size: string | undefined,
): Promise<void> {
  await askNotice(productId, { kind: 'restock', ...(size ? { size } : {}) })
  await toastSuccess(
    size
      ? `We'll notify you when ${size} is back in stock`
      : "We'll notify you when it's back in stock",
  )
}

/** The same, if this browser is told things already; false if that is to be asked for first. */
export async function requestRestockIfSubscribed(
  productId: string,
  size: string | undefined,
): Promise<boolean> {
  if ((await readPushState()) !== 'on') return false
  await requestRestockNotification(productId, size)
  return true
}

import { getDefaultStore, useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import {
  PushKeyResponse,
  type PushPreferences,
  type ProductAlertRequest,
} from '#contract/account/notification.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import {
  currentSubscription,
  hasPush,
  type PushState,
  readPushState,
  validSubscription,
} from '#platform/serviceWorker/browserPush.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'
import { toastSuccess } from '#platform/toasts.ts'
import { pushPreferencesAtom } from './pushPreferencesAtom.ts'

async function readPushKey(): Promise<string> {
  const { result } = await parseResponse(PushKeyResponse, request(calls.readPushKey))
  return result.publicKey
}

/** What the server has accepted of this browser: deleted at logout. */
const SentSubscription = v.object({ endpoint: v.string(), sentAt: v.number() })
const sentRecord = persistedRecord('push-sent', (stored) => {
  const { success, output } = v.safeParse(SentSubscription, stored)
  return success ? output : undefined
})

/** The server may have deleted a subscription that its push service refused, so it is sent again. */
const resendAfterMs = 24 * 60 * 60 * 1000

async function subscribe(
  subscription: PushSubscription,
  preferences: PushPreferences,
): Promise<void> {
  const json = { subscription: subscription.toJSON(), ...preferences }
  await parseResponse(SuccessResponse, request(calls.subscribe, { json }))
  // If it is lost, the subscription is only sent once more.
  void sentRecord.write({ endpoint: subscription.endpoint, sentAt: Date.now() })
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
    void readPushState().then((pushState) => isShown && setState(pushState))
    return () => {
      isShown = false
    }
  }, [])

  /** Must follow a tap: the browser then asks for permission. */
  async function turnOn(choice: PushPreferences): Promise<boolean> {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') {
      setState(permission === 'denied' ? 'denied' : 'off')
      return false
    }
    await subscribe(
      (await currentSubscription()) ?? (await validSubscription(await readPushKey())),
      choice,
    )
    setPreferences(() => choice)
    setState('on')
    return true
  }

  async function turnOff(): Promise<void> {
    const subscription = await currentSubscription()
    if (subscription) {
      await unsubscribe(subscription)
      await subscription.unsubscribe()
    }
    await sentRecord.remove()
    setState('off')
  }

  return { state, preferences, turnOn, turnOff }
}

/**
 * Compares this browser's subscription with what the server has, and sends it if the browser has replaced
 * it, the store's key has changed, or the server may have deleted it. At each start, and after a login,
 * when the server has deleted the subscription with the last session.
 */
export async function syncPushSubscription({ isNewSession = false } = {}): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return
  const sent = await sentRecord.read()
  // Notifications were never turned on here, or were turned off.
  if (!sent && (await currentSubscription()) === null) return
  const subscription = await validSubscription(await readPushKey())
  const isKnown =
    sent?.endpoint === subscription.endpoint && Date.now() - sent.sentAt < resendAfterMs
  if (isKnown && !isNewSession) return
  const store = getDefaultStore()
  // Writing the value loads it from storage, even if no screen has read it yet.
  await store.set(pushPreferencesAtom, (preferences) => preferences)
  await subscribe(subscription, store.get(pushPreferencesAtom))
}

/** Has the store send a notification to this browser, to show whether they arrive. */
export async function sendTestPush(): Promise<void> {
  const { endpoint = '' } = (await currentSubscription()) ?? {}
  const json = { subscription: { endpoint } }
  await parseResponse(SuccessResponse, request(calls.sendTestPush, { json }))
}

/** Requests a notification when the item is back in stock, or a text message, and confirms that. */
export async function requestRestockNotification(
  productId: string,
  size: string | undefined,
  { bySms = false } = {},
): Promise<void> {
  const chosenSize = size ? { size } : {}
  await addProductAlert(productId, { kind: 'restock', ...chosenSize, ...(bySms && { bySms }) })
  const how = bySms ? 'We’ll text you' : 'We’ll notify you'
  await toastSuccess(
    size ? `${how} when ${size} is back in stock` : `${how} when it’s back in stock`,
  )
}

/** Requests what reaches the customer: a notification if they are on, else a text message. */
export async function requestRestock(productId: string, size: string | undefined): Promise<void> {
  const bySms = (await readPushState()) !== 'on'
  await requestRestockNotification(productId, size, { bySms })
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

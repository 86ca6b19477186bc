import { request } from './request.ts'
import { currentSession } from './session.ts'
import {
  currentSubscription,
  hasPush,
  type PushState,
  readPushState,
  validSubscription,
} from '#platform/serviceWorker/browserPush.ts'

/** The subscription that the server has, and the session to which it belongs there. */
const storageKey = 'desk-push'

const sentMark = (endpoint: string): string =>
  `${endpoint} ${currentSession()?.token.slice(0, 8) ?? ''}`

function writeMark(mark: string | undefined): void {
  try {
    if (mark === undefined) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, mark)
  } catch {
    // Where storage is denied, the subscription is only sent again.
  }
}

function readMark(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

async function subscribe(): Promise<void> {
  const { result } = await request('readStaffPushKey')
  const subscription = await validSubscription(result.publicKey)
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const body = { subscription: { endpoint: endpoint ?? '', keys: { p256dh, auth } } }
  await request('subscribeStaffPush', { body })
  writeMark(sentMark(subscription.endpoint))
}

/** Must follow a tap: the browser then asks for permission. Returns the state afterwards. */
export async function turnOnPush(): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') await subscribe()
  return readPushState()
}

export async function turnOffPush(): Promise<PushState> {
  const subscription = await currentSubscription()
  if (subscription) {
    const { endpoint } = subscription
    await request('unsubscribeStaffPush', { body: { subscription: { endpoint } } })
    await subscription.unsubscribe()
  }
  writeMark(undefined)
  return readPushState()
}

/** Has the store send a notification to this browser, and fails if its push service did not accept it. */
export async function sendTestPush(): Promise<void> {
  const { endpoint = '' } = (await currentSubscription()) ?? {}
  await request('sendStaffTestPush', { body: { subscription: { endpoint } } })
}

/**
 * The server deletes a subscription with its session. After another login it is sent again, and so is one that the
 * browser has replaced.
 */
export async function syncPush(): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return
  const subscription = await currentSubscription()
  if (subscription && readMark() !== sentMark(subscription.endpoint)) await subscribe()
}

/** Ends the subscription of this browser at a log out. The server deletes its record with the session. */
export async function forgetPush(): Promise<void> {
  writeMark(undefined)
  await (await currentSubscription())?.unsubscribe()
}

import { publicReads } from '#contract/api/reads.ts'
import { publicWrites } from '#contract/api/publicWrites.ts'
import { defaultStoreName } from '#contract/store/storeTerms.ts'
import type { FromWorker } from '#platform/serviceWorker/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** The notification of a push message, with defaults for what it lacks. */
export type PushNotification = {
  title: string
  body: string
  tag: string
  url: URL
  /** The number on the icon of the installed store, where the push has one. */
  badge: number | undefined
}

const defaults = { title: defaultStoreName, body: 'You have a new notification.' }

/** Always returns a notification, because browsers revoke the permission after a push that shows none. */
export function parsePush(payload: string | undefined, origin: string): PushNotification {
  const { notification, app_badge: badge } = messageIn(payload)
  const { title, body, tag, navigate } = { ...notification }
  return {
    title: textOr(title, defaults.title),
    body: textOr(body, title === undefined ? defaults.body : ''),
    tag: textOr(tag, 'general'),
    url: storeUrlOrHome(navigate, origin),
    badge: typeof badge === 'number' ? badge : undefined,
  }
}

type Message = { notification?: Record<string, unknown>; app_badge?: unknown }

function messageIn(payload: string | undefined): Message {
  try {
    return { ...(JSON.parse(payload ?? '') as Message) }
  } catch {
    return {}
  }
}

const textOr = (text: unknown, other: string) =>
  typeof text === 'string' && text !== '' ? text.slice(0, 200) : other

/** Only URLs of the store are opened. */
function storeUrlOrHome(target: unknown, origin: string): URL {
  const home = new URL('/', origin)
  if (typeof target !== 'string' || !URL.canParse(target, origin)) return home
  const url = new URL(target, origin)
  return url.origin === origin ? url : home
}

/** Time for a page to say whether it may be left. */
const responseLimitMs = 500

/**
 * Opens the notification's page: in a window of the store without typed text, else in a new one, so
 * that nothing is lost.
 */
export async function openNotification(
  { notification }: NotificationEvent,
  { includeUncontrolled = true } = {},
): Promise<void> {
  notification.close()
  const target = String(notification.data ?? '/')
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled })
  const open = windows.find(({ url }) => url === target)
  if (open) return void (await open.focus())
  const [last] = windows.filter(({ url }) => !/\/(checkout|cart)\b/.test(new URL(url).pathname))
  const moved =
    last &&
    (await canNavigate(last)) &&
    (await last
      .focus()
      .then((page) => page.navigate(target))
      .catch(() => null))
  if (!moved) await self.clients.openWindow(target)
}

/** A page of an older version does not respond: it may hold typed text. */
function canNavigate(page: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const message: FromWorker = { type: 'get-may-leave' }
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(resolve, responseLimitMs, false)
    page.postMessage(message, [port2])
  })
}

/**
 * Reports a subscription that the browser has replaced. The worker has no token, but knows the previous
 * one. Where the browser does not tell it, the next page reports the new one.
 */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription, newSubscription } = event
  const subscription = newSubscription ?? (await subscribeAgain())
  if (!oldSubscription) return
  await fetch(`/api${publicWrites.renewSubscription.path}`, {
    method: publicWrites.renewSubscription.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ previous: oldSubscription, subscription }),
  })
}

async function subscribeAgain(): Promise<PushSubscription> {
  const response = await fetch(`/api${publicReads.readPushKey.path}`)
  const { result } = (await response.json()) as { result: { publicKey: string } }
  const options = { userVisibleOnly: true, applicationServerKey: result.publicKey }
  return self.registration.pushManager.subscribe(options)
}

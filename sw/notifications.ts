import { readsForPage } from '#contract/api/reads.ts'
import { pageAt } from '#contract/paths.ts'
import { request } from '#contract/workerRules.ts'
import type { FromWorker } from '#platform/serviceWorker/workerMessages.ts'
import { cacheRecentReads } from './cacheRecentReads.ts'

declare const self: ServiceWorkerGlobalScope

/** The notification of a push message, with defaults for what it lacks. */
type PushMessage = { title: string; body: string; tag: string; url: URL }

const words = { title: 'Pehno', body: 'You have a new notification.' }

/** Always returns something to show: browsers revoke the permission after a push without a notification. */
export function parsePush(payload: string | undefined, origin: string): PushMessage {
  const { title, body, tag, navigate } = notificationIn(payload)
  return {
    title: textOr(title, words.title),
    body: textOr(body, title === undefined ? words.body : ''),
    tag: textOr(tag, 'news'),
    url: addressOr(navigate, origin),
  }
}

function notificationIn(payload: string | undefined): Record<string, unknown> {
  try {
    const { notification } = JSON.parse(payload ?? '') as { notification?: object }
    return { ...notification }
  } catch {
    return {}
  }
}

const textOr = (text: unknown, other: string) =>
  typeof text === 'string' && text !== '' ? text.slice(0, 200) : other

/** Only URLs of the store are opened. */
function addressOr(address: unknown, origin: string): URL {
  const home = new URL('/', origin)
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return home
  const url = new URL(address, origin)
  return url.origin === origin ? url : home
}

/** Time for a page to say whether it may be left. */
const replyLimitMs = 500

/**
 * Opens the notification's page: in a window of the store without typed text, else in a new one, so
 * that nothing is lost.
 */
export async function openNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const address = String(notification.data ?? '/')
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address)
  if (open) return void (await open.focus())
  const [last] = windows.filter(({ url }) => !/\/(checkout|cart)\b/.test(new URL(url).pathname))
  const moved =
    last &&
    (await canNavigate(last)) &&
    (await last
      .focus()
      .then((page) => page.navigate(address))
      .catch(() => null))
  if (!moved) await self.clients.openWindow(address)
}

/** A page of an older version does not reply: it may hold typed text. */
function canNavigate(page: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const message: FromWorker = { type: 'may-leave?' }
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(resolve, replyLimitMs, false)
    page.postMessage(message, [port2])
  })
}

/** Shows a push as a notification, whatever else fails. Before that it stores what its page reads. */
export async function showPush(event: PushEvent): Promise<void> {
  const message = parsePush(event.data?.text(), self.location.origin)
  await Promise.race([cachePage(event, message), timeout()])
  const { title, body, tag, url } = message
  const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-IN' }
  await self.registration.showNotification(title, { body, tag, data: url.href, ...look })
}

/** Stores the public reads of the page that a tap opens. A customer's own data is read when the page opens. */
async function cachePage(event: PushEvent, { url }: PushMessage): Promise<void> {
  const found = pageAt(url)
  if (!found) return
  const reads = readsForPage(found.page, found.params).map(([, path]) => `/api/${path}`)
  await cacheRecentReads(event, reads).catch(() => undefined)
}

const timeout = () => new Promise((over) => setTimeout(over, request.softLimitMs))

import { readsForPage } from '#contract/api/reads.ts'
import { pageAt } from '#contract/paths.ts'
import { request } from '#contract/workerRules.ts'
import { cacheRecentReads } from './cacheRecentReads.ts'
import { parsePush, type PushNotification } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows a push as a notification, whatever else fails. Before that it stores what its page reads. */
export async function showPush(event: PushEvent): Promise<void> {
  const message = parsePush(event.data?.text(), self.location.origin)
  await Promise.race([cachePage(event, message), timeout()])
  const { title, body, tag, url } = message
  const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-IN' }
  await self.registration.showNotification(title, { body, tag, data: url.href, ...look })
}

/** Stores the public reads of the page that a tap opens. A customer's own data is read when the page opens. */
async function cachePage(event: PushEvent, { url }: PushNotification): Promise<void> {
  const found = pageAt(url)
  if (!found) return
  const reads = readsForPage(found.page, found.params).map(([, path]) => `/api/${path}`)
  await cacheRecentReads(event, reads).catch(() => undefined)
}

const timeout = () => new Promise((over) => setTimeout(over, request.softLimitMs))

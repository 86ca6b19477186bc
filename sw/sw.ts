import { readsForPage } from '#contract/api/reads.ts'
import { pageAt } from '#contract/pages/paths.ts'
import { documentsCache, request } from '#contract/workerRules.ts'
import { isToWorker, type ToWorker } from '#platform/serviceWorker/workerMessages.ts'
import { cacheRecentReads, handleFetch } from './handleFetch.ts'
import { observe, probeForPage, broadcastConnectivity } from './connection.ts'
import { cacheDocument, cacheHome } from './documents/documents.ts'
import {
  openNotification,
  parsePush,
  type PushNotification,
  renewSubscription,
} from './push/notifications.ts'
import { deleteOldShell, installShell, warmCaches } from './precache.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(installShell()))

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

async function activate(): Promise<void> {
  await deleteOldShell()
  // Stored documents name files of the version before.
  await caches.delete(documentsCache).catch(() => undefined)
  await self.registration.navigationPreload?.enable().catch(() => undefined)
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const response = handleFetch(event)
  if (response) event.respondWith(response)
})

self.addEventListener('message', (event) => {
  if (isToWorker(event.data)) event.waitUntil(handleMessage(event, event.data))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent)),
)

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))

async function handleMessage(event: ExtendableMessageEvent, message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'evidence':
      return observe(message.evidence)
    case 'probe':
      return probeForPage()
    case 'get-connectivity':
      return broadcastConnectivity()
    case 'cache-urls':
      return cacheRecentReads(event, message.urls)
    case 'cache-home':
      return cacheHome(message.path).catch(() => undefined)
    case 'cache-document':
      // Its files must be stored before.
      return warmCaches()
        .then(() => cacheDocument(message.path))
        .catch(() => undefined)
    case 'warm-up':
      return warmCaches()
    case 'update-now':
      return self.skipWaiting()
    case 'claim':
      return self.clients.claim()
  }
}

/** Shows a push as a notification, whatever else fails. Before that it stores what its page reads. */
async function showPush(event: PushEvent): Promise<void> {
  const message = parsePush(event.data?.text(), self.location.origin)
  await Promise.race([cachePage(event, message), timeout()])
  const { title, body, tag, url, badge } = message
  if (badge !== undefined) await navigator.setAppBadge?.(badge).catch(() => undefined)
  const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-IN' }
  await self.registration.showNotification(title, { body, tag, data: url.href, ...look })
}

/** Stores the public reads of the page that a tap opens. A customer's own data is read when the page opens. */
async function cachePage(event: PushEvent, { url }: PushNotification): Promise<void> {
  const match = pageAt(url)
  if (!match) return
  const reads = readsForPage(match.page, match.params).map(([, path]) => `/api/${path}`)
  await cacheRecentReads(event, reads).catch(() => undefined)
}

const timeout = () => new Promise((over) => setTimeout(over, request.softLimitMs))

import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

import { isToWorker, type ToWorker } from '#platform/serviceWorker/workerMessages.ts'
import { broadcastConnectivity, observe, probeForPage } from '#sw/connection.ts'
import { openNotification, parsePush, renewSubscription } from '#sw/push/notifications.ts'

/**
 * The worker of the staff desk, scope `/desk/`. It serves the desk's document and files from its
 * precache, so that the desk opens without a connection, and says whether the store can be reached.
 * It also shows the notifications of new orders. What the API responds to staff is never stored here.
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/desk/'), {
    allowlist: [/^\/desk\//],
    denylist: [/\.\w+$/],
  }),
)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (isToWorker(event.data)) event.waitUntil(handleMessage(event.data))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent)),
)
self.addEventListener('notificationclick', (event) =>
  // Pages of the store, which another worker controls, are left alone.
  event.waitUntil(openNotification(event, { includeUncontrolled: false })),
)

function showPush(event: PushEvent): Promise<void> {
  const { title, body, tag, url } = parsePush(event.data?.text(), self.location.origin)
  const look = { icon: '/desk/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-IN' }
  return self.registration.showNotification(title, { body, tag, data: url.href, ...look })
}

async function handleMessage(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'evidence':
      return observe(message.evidence)
    case 'probe':
      return probeForPage()
    case 'get-connectivity':
      return broadcastConnectivity()
    case 'update-now':
      return self.skipWaiting()
    default:
      return undefined
  }
}

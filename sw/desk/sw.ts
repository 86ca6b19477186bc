import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

import { isToWorker, type ToWorker } from '#platform/serviceWorker/workerMessages.ts'
import { broadcastConnectivity, observe, probeForPage } from '#sw/connection.ts'

/**
 * The worker of the staff desk, scope `/desk/`. It serves the desk's document and files from its
 * precache, so that the desk opens without a connection, and says whether the store can be reached.
 * It handles nothing else: what the API responds to staff is never stored here.
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

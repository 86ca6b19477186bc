import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/**
 * The worker of the staff desk, scope `/desk/`. It serves the desk's document and files from its
 * precache, so that the desk opens without a connection, and handles nothing else: what the API
 * responds to staff is never stored here.
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

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown }).type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

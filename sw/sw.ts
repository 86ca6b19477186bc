import { isToWorker, type ToWorker } from '#platform/serviceWorker/workerMessages.ts'
import { handleFetch } from './handleFetch.ts'
import { observe, probeForPage, broadcastConnectivity } from './connection.ts'
import { cacheHome } from './homeDocument.ts'
import { cacheRecentReads } from './cacheRecentReads.ts'
import { openNotification } from './notifications.ts'
import { deleteOldShell, installShell, warmCaches } from './precache.ts'
import { showPush } from './showPush.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(installShell()))

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShell().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const response = handleFetch(event)
  if (response) event.respondWith(response)
})

self.addEventListener('message', (event) => {
  if (isToWorker(event.data)) event.waitUntil(listen(event, event.data))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))

async function listen(event: ExtendableMessageEvent, message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'evidence':
      return observe(message.evidence)
    case 'probe':
      return probeForPage()
    case 'connectivity?':
      return broadcastConnectivity()
    case 'keep':
      return cacheRecentReads(event, message.urls)
    case 'keep-home':
      return cacheHome(message.path).catch(() => undefined)
    case 'warm-up':
      return warmCaches()
    case 'update-now':
      return self.skipWaiting()
    case 'claim':
      return self.clients.claim()
  }
}

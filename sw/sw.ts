import { isToWorker, type ToWorker } from '#platform/serviceWorker/workerMessages.ts'
import { answerTo } from './answerTo.ts'
import { observe, probeForPage, tellConnectivity } from './connection.ts'
import { keepHome } from './homeDocument.ts'
import { keepSeen } from './keepSeen.ts'
import { openPushed } from './openPushed.ts'
import { dropOldShell, installShell, warmUp } from './precache.ts'
import { showPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(installShell()))

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShell().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  if (isToWorker(event.data)) event.waitUntil(listen(event, event.data))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(event)))

async function listen(event: ExtendableMessageEvent, message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'evidence':
      return observe(message.evidence)
    case 'probe':
      return probeForPage()
    case 'connectivity?':
      return tellConnectivity()
    case 'keep':
      return keepSeen(event, message.urls)
    case 'keep-home':
      return keepHome(message.path).catch(() => undefined)
    case 'warm-up':
      return warmUp()
    case 'update-now':
      return self.skipWaiting()
  }
}

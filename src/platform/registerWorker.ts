import { Workbox } from 'workbox-window'

import { tellWorker } from './connectivityAtom.ts'
import { followTyping, isHalfTyped } from './halfTyped.ts'
import { keepHome } from './keepHome.ts'
import { announceNewVersion } from './newVersion.ts'
import { savesData } from './savesData.ts'
import { handOver } from './seenReads.ts'
import { isFromWorker } from './workerMessages.ts'

const betweenLooksMs = 60 * 60 * 1000

type Policy = { createScriptURL: (url: string) => string }

/** An address as a program: by the policy that the document made when it began. */
function trusted(url: string): string {
  const { pehnoPolicy } = globalThis as { pehnoPolicy?: Policy }
  return pehnoPolicy ? pehnoPolicy.createScriptURL(url) : url
}

/** Brings the worker, once nothing else is wanted; then it learns what was seen without it. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const hadController = serviceWorker.controller !== null
  const isHeard =
    hadController ||
    new Promise((heard) =>
      serviceWorker.addEventListener('controllerchange', heard, { once: true }),
    )
  serviceWorker.addEventListener('controllerchange', () => {
    if (!hadController) handOver()
    tellWorker({ type: 'connectivity?' })
  })
  followTyping()
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (isFromWorker(data) && data.type === 'may-leave?') ports[0]?.postMessage(!isHalfTyped())
  })
  const worker = new Workbox(trusted('/sw.js'), { updateViaCache: 'none' })
  worker.addEventListener('waiting', announceNewVersion)
  await worker.register().catch(() => undefined)
  lookForNewVersions(worker)
  await isHeard
  // What no page has asked for yet is dear to some: there it comes when it is wanted.
  if (savesData()) return
  requestIdle(() => {
    tellWorker({ type: 'warm-up' })
    keepHome()
  })
}

/** A browser looks by itself only when a page is opened; an installed store may stay open for days. */
function lookForNewVersions(worker: Workbox): void {
  let lastLook = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastLook < betweenLooksMs) return
    lastLook = Date.now()
    worker.update().catch(() => undefined)
  })
}

function requestIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, 2000)
}

import { Workbox } from 'workbox-window'

import { tellWorker } from './connectivityAtom.ts'
import { handOver } from './seenReads.ts'

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
  serviceWorker.addEventListener('controllerchange', () => {
    if (!hadController) handOver()
    tellWorker({ type: 'connectivity?' })
  })
  const worker = new Workbox(trusted('/sw.js'), { updateViaCache: 'none' })
  await worker.register().catch(() => undefined)
  await serviceWorker.ready
  requestIdle(() => tellWorker({ type: 'warm-up' }))
}

function requestIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, 2000)
}

import '#ui/tokens.css'
import '#ui/reset.css'

import { startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'

import { loadPage } from '#app/loadPage.ts'
import { Shell } from '#app/Shell.tsx'
import { adoptServerGender, restoreGender } from './features/catalogue/gender.ts'
import { watchConnectivity } from './platform/connectivity/connectivityAtom.ts'
import { replaceDeniedStorage } from './platform/storage/deviceStorage.ts'
import { captureInstallPrompt } from '#platform/installPrompt.ts'
import { isDocumentStale } from './platform/serviceWorker/workerClient.ts'
import {
  type PrehydrationEvents,
  replayPrehydrationEvents,
  markHydrated,
} from './platform/rendering/hydration.ts'
import { whenIdle } from './platform/rendering/idle.ts'

/** What the document's own script has left for the program (server/app/documents/builtPage.ts). */
const early = globalThis as { pehnoStyles?: Promise<unknown> } & PrehydrationEvents
/** Not within an effect: what one of these does must be on the screen when the next is done. */
const replay = () => queueMicrotask(() => replayPrehydrationEvents(early))
const root = document.getElementById('root')!
const inlined = document.getElementById('answers')?.textContent ?? '{}'
const store = (
  <BrowserRouter>
    <Shell
      fallback={JSON.parse(inlined)}
      isOld={isDocumentStale()}
      isNotFound={root.dataset.notFound !== undefined}
      onSettled={replay}
    />
  </BrowserRouter>
)

/**
 * Not awaited at the top: a page's chunk imports what is bundled with this file, and would wait for
 * it for ever.
 */
async function begin(): Promise<void> {
  // In a turn of its own: begun together with all the rest it would keep the phone for long.
  await new Promise((resolve) => setTimeout(resolve))
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  // The document brought the styles of what it shows: what comes next needs the others too.
  await early.pehnoStyles
  // A chunk that cannot be had is no reason for an empty page: the screen then says so itself.
  await loadPage(new URL(location.href)).catch(() => undefined)
  if (root.hasChildNodes()) {
    adoptServerGender()
    // In pieces: a tap between two of them does not wait for the others.
    startTransition(() => void hydrateRoot(root, store))
  } else {
    markHydrated()
    restoreGender()
    createRoot(root).render(store)
  }

  watchConnectivity()
  if (import.meta.env.PROD) whenIdle(() => void bringWorker())
}

const workerRetryMs = 30_000

/** In two steps: its program comes with much else that the page takes in when it first rests. */
async function bringWorker(): Promise<void> {
  try {
    const { registerWorker } = await import('./platform/serviceWorker/registration.ts')
    whenIdle(() => void registerWorker())
  } catch {
    setTimeout(() => void bringWorker(), workerRetryMs)
  }
}

replaceDeniedStorage()
captureInstallPrompt()
void begin()

import '#ui/tokens.css'
import '#ui/reset.css'

import { startTransition } from 'react'
import {
  createPath,
  unstable_HistoryRouter as HistoryRouter,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom'

import { loadPage } from './app/screens/loadPage.ts'
import { Shell } from '#app/Shell.tsx'
import { hydrateGender, restoreGender, withChosenGender } from './features/catalogue/gender.ts'
import { watchConnectivity } from './platform/connectivity/connectivityAtom.ts'
import { replaceDeniedStorage } from './platform/storage/deviceStorage.ts'
import { resumePrivateSession } from './platform/storage/privateSession.ts'
import { clearVisitedPages } from './platform/serviceWorker/visitedPages.ts'
import { captureInstallPrompt } from '#platform/installPrompt.ts'
import { hydrateDeferredParts } from './platform/rendering/HydrateOnDemand.tsx'
import { isDocumentStale } from './platform/serviceWorker/workerClient.ts'
import {
  type PrehydrationEvents,
  replayPrehydrationEvents,
  markHydrated,
} from './platform/rendering/hydration.ts'
import { whenIdle } from './platform/rendering/idle.ts'

/** Globals of the document's inline script (server/app/documents/builtPage.ts). */
const prehydration = globalThis as { pehnoStyles?: Promise<unknown> } & PrehydrationEvents
/** Not in an effect: the result of one event must be rendered before the next is replayed. */
const replay = () => queueMicrotask(replayEarlyEvents)
function replayEarlyEvents() {
  if (prehydration.pehnoEarly?.size) hydrateDeferredParts()
  replayPrehydrationEvents(prehydration)
}
const root = document.getElementById('root')!
const inlined = document.getElementById('responses')?.textContent ?? '{}'
const isStale = isDocumentStale()
// Prices and sizes change on all cards.
if (isStale) hydrateDeferredParts()
/** The router's, which opens every list with the chosen gender. The server, which renders the links, does not know it. */
const routerHistory = createBrowserHistory({ v5Compat: true })
const { push, replace } = routerHistory
routerHistory.push = (to, state) => {
  const path = withChosenGender(typeof to === 'string' ? to : createPath(to))
  // A link to the list that is open already adds no entry.
  const open = path === createPath(routerHistory.location) ? replace : push
  open(path, state)
}
const store = (
  <HistoryRouter history={routerHistory}>
    <Shell
      responses={JSON.parse(inlined)}
      isStale={isStale}
      isNotFound={root.dataset.notFound !== undefined}
      onSessionRead={replay}
    />
  </HistoryRouter>
)

/** The browser has translated the document, which is then rendered anew, because it does not match. */
const isTranslated = () => root.querySelector('font') !== null

/**
 * Not a top-level await: a page's chunk imports code bundled with this file and would wait for it
 * for ever.
 */
async function start(): Promise<void> {
  // In a task of its own, so that the main thread is not blocked for long.
  await new Promise((resolve) => setTimeout(resolve))
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  // The document has only the styles of its own content; other pages need the rest.
  await prehydration.pehnoStyles
  // If the chunk cannot be downloaded, the screen says so.
  await loadPage(new URL(location.href)).catch(() => undefined)
  if (root.hasChildNodes() && !isTranslated()) {
    hydrateGender()
    // A transition, so that React can handle a tap in between.
    startTransition(() => void hydrateRoot(root, store))
  } else {
    markHydrated()
    restoreGender()
    createRoot(root).render(store)
  }

  watchConnectivity()
  if (import.meta.env.PROD) whenIdle(() => void loadServiceWorker())
}

const workerRetryMs = 30_000

/** Imported when the page is idle, with other deferred code. */
async function loadServiceWorker(): Promise<void> {
  try {
    const { registerWorker } = await import('./platform/serviceWorker/registration.ts')
    whenIdle(() => void registerWorker())
  } catch {
    setTimeout(() => void loadServiceWorker(), workerRetryMs)
  }
}

replaceDeniedStorage()
// Pages that were visited in a private session are deleted, should its tab have had no time for it.
if (resumePrivateSession()) whenIdle(() => void clearVisitedPages())
captureInstallPrompt()
void start()

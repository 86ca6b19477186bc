import { atom, getDefaultStore } from 'jotai'
import { Workbox } from 'workbox-window'

import { isFromWorker, type ToWorker } from '#platform/serviceWorker/workerMessages.ts'

type ScriptPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
}

/** Whether a newer version is installed and waits. */
export const hasUpdateAtom = atom(false)

const checkIntervalMs = 60 * 60 * 1000

let worker: Workbox | undefined

const workerPath = '/desk/sw.js'

/** The policy has the name that the content security policy allows. */
function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('pehno', { createScriptURL: String }).createScriptURL(workerPath) ??
    workerPath
  )
}

/** Registers the desk's worker, of scope `/desk/`, and looks for newer versions when the desk is opened again. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  worker = new Workbox(trustedWorkerUrl(), { updateViaCache: 'none' })
  worker.addEventListener('waiting', () => getDefaultStore().set(hasUpdateAtom, true))
  navigator.serviceWorker.addEventListener('message', ({ data, ports, source }) => {
    // The store's worker, which asks too, must not lead this window to the store.
    const isOwn = source instanceof ServiceWorker && source.scriptURL.endsWith(workerPath)
    if (isOwn && isFromWorker(data) && data.type === 'get-may-leave')
      ports[0]?.postMessage(mayLeave())
  })
  // The browser refuses workers, for example in private windows.
  await worker.register().catch(() => undefined)
  let lastCheckAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastCheckAt < checkIntervalMs) return
    lastCheckAt = Date.now()
    worker?.update().catch(() => undefined)
  })
}

/** A tapped notification opens its order in this window, unless something is being typed or asked here. */
const mayLeave = (): boolean =>
  document.querySelector('[aria-modal="true"]') === null &&
  !document.activeElement?.matches('input, textarea, select')

/** Activates the newer version and reloads the page. */
export function activateUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  void navigator.serviceWorker
    .getRegistration()
    .then((registration) =>
      registration?.waiting?.postMessage({ type: 'update-now' } satisfies ToWorker),
    )
}

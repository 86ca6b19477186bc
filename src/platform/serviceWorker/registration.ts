import { atom, getDefaultStore } from 'jotai'
import { Workbox } from 'workbox-window'

import { probe, prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { claimReload } from '#platform/rendering/importChunk.ts'
import { activeWorker, cacheHome, postToWorker, seenReads } from './workerClient.ts'
import { isFromWorker, type ToWorker } from './workerMessages.ts'

const checkIntervalMs = 60 * 60 * 1000

type Policy = { createScriptURL: (url: string) => string }

/** A script URL, trusted through the Trusted Types policy that the document created. */
function trusted(url: string): string {
  const { pehnoPolicy } = globalThis as { pehnoPolicy?: Policy }
  return pehnoPolicy ? pehnoPolicy.createScriptURL(url) : url
}

/** Registers the service worker. Once it controls the page, it gets what was read before. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const hadController = serviceWorker.controller !== null
  const isControlled =
    hadController ||
    new Promise((controlled) =>
      serviceWorker.addEventListener('controllerchange', controlled, { once: true }),
    )
  serviceWorker.addEventListener('controllerchange', () => {
    if (!hadController) sendReadsToWorker()
    postToWorker({ type: 'get-connectivity' })
  })
  trackTyping()
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (isFromWorker(data) && data.type === 'get-may-leave')
      ports[0]?.postMessage(!hasUnsavedInput())
  })
  const worker = await registerUntilActive()
  if (!worker) return
  checkForNewVersions(worker)
  await isControlled
  // With Save-Data nothing is downloaded ahead.
  if (prefersReducedData()) return
  requestIdle(() => {
    postToWorker({ type: 'warm-up' })
    cacheHome()
    // The document of this page came before there was a worker.
    if (!hadController)
      postToWorker({ type: 'cache-document', path: location.pathname + location.search })
  })
}

const registrationPausesMs = [30_000, 60_000, 120_000, 240_000]

/**
 * Registers the worker and waits until one is active. A file that cannot be downloaded ends an
 * installation, and the browser tries again only on the next navigation; so this tries a few times.
 * Undefined if no worker could be installed.
 */
async function registerUntilActive(): Promise<Workbox | undefined> {
  for (const pauseMs of [...registrationPausesMs, undefined]) {
    const worker = new Workbox(trusted('/sw.js'), { updateViaCache: 'none' })
    worker.addEventListener('waiting', announceNewVersion)
    try {
      const registration = await worker.register()
      if (registration && (await becomesActive(registration))) {
        // A page whose navigation began before the activation is not claimed by it.
        if (!activeWorker()) registration.active?.postMessage({ type: 'claim' } satisfies ToWorker)
        return worker
      }
    } catch (error) {
      // The browser refuses workers, for example in private windows.
      if (error instanceof DOMException) return undefined
    }
    if (pauseMs === undefined || prefersReducedData()) return undefined
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return undefined
}

/** Waits for the first installation. Returns whether it succeeded. */
async function becomesActive({ active, waiting, installing }: ServiceWorkerRegistration) {
  const first = installing ?? waiting
  if (active || !first) return active !== null
  return new Promise<boolean>((resolve) => {
    first.addEventListener('statechange', () => {
      if (first.state === 'activated') resolve(true)
      if (first.state === 'redundant') resolve(false)
    })
  })
}

/** A browser checks for updates only on navigation, and an installed app may stay open for days. */
function checkForNewVersions(worker: Workbox): void {
  let lastCheckAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastCheckAt < checkIntervalMs) return
    lastCheckAt = Date.now()
    worker.update().catch(() => undefined)
  })
}

function requestIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, 2000)
}

/** Whether a newer version is installed and waits for activation. */
export const hasNewVersionAtom = atom(false)

export const announceNewVersion = () => getDefaultStore().set(hasNewVersionAtom, true)

/**
 * Limits for activating the new worker, and for storing its files (450 KB at most) if it has not
 * yet. After that the page reloads with the old worker: a waiting worker activates only when the
 * old one has ended its requests, which may hang.
 */
const activationLimitMs = 4000
const installLimitMs = 30_000
/**
 * Chromium loses some of the first navigations after a change of worker; a second one gets through.
 */
const navigationTimeoutMs = 6000

/** Activates the newest worker and reloads the page. */
export async function activateNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const newest = registration?.waiting ?? registration?.installing
  if (newest) await activate(newest)
  location.reload()
  setTimeout(() => location.reload(), navigationTimeoutMs)
}

/**
 * Files of an open page may be gone after a deploy: then the newest version is activated. Returns
 * whether the page is being reloaded; false without a connection or right after such a reload.
 */
export async function updateIfOutdated(): Promise<boolean> {
  const evidence = await probe()
  if (evidence.kind !== 'response' || !evidence.isOurs || !claimReload()) return false
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  await activateNewVersion()
  return true
}

function activate(newest: ServiceWorker): Promise<unknown> {
  const isInControl = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    newest.addEventListener('statechange', () => {
      // A page without a controller gets no `controllerchange` event.
      if (newest.state === 'redundant' || newest.state === 'activated') resolve(undefined)
    })
    setTimeout(resolve, newest.state === 'installed' ? activationLimitMs : installLimitMs)
  })
  newest.postMessage({ type: 'update-now' })
  return isInControl
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The text field that was typed in last, and the URL of that page. */
let typed: { field: TextField; at: string } | undefined

/** Controls such as a size or a filter are not typing. */
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'range'].includes(target.type))

/** Tracks typing as long as the page lives. */
export function trackTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isTextField(target)) typed = { field: target, at: location.href }
    },
    { passive: true },
  )
}

/** Whether leaving the page now would discard typed text. */
export const hasUnsavedInput = (): boolean =>
  typed !== undefined &&
  typed.at === location.href &&
  typed.field.isConnected &&
  typed.field.value !== ''

/** Has a new service worker store what the page read and showed before. */
export function sendReadsToWorker(): void {
  const images = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/photos/'))
    .map(({ pathname }) => pathname)
  postToWorker({ type: 'cache-urls', urls: [...seenReads, ...new Set(images)] })
  seenReads.clear()
}

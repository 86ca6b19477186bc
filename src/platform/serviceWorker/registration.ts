import { atom, getDefaultStore } from 'jotai'
import { Workbox } from 'workbox-window'

import { probe, prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { sendReadsToWorker, cacheHome, postToWorker } from './workerClient.ts'
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
    if (!hadController) sendReadsToWorker()
    postToWorker({ type: 'connectivity?' })
  })
  trackTyping()
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (isFromWorker(data) && data.type === 'may-leave?') ports[0]?.postMessage(!hasUnsavedInput())
  })
  const worker = new Workbox(trusted('/sw.js'), { updateViaCache: 'none' })
  worker.addEventListener('waiting', announceNewVersion)
  await worker.register().catch(() => undefined)
  lookForNewVersions(worker)
  await isHeard
  // What no page has asked for yet is dear to some: there it comes when it is wanted.
  if (prefersReducedData()) return
  requestIdle(() => {
    postToWorker({ type: 'warm-up' })
    cacheHome()
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

/** Whether a newer version of the store is here and waits to be let in. */
export const hasNewVersionAtom = atom(false)

export const announceNewVersion = () => getDefaultStore().set(hasNewVersionAtom, true)

/**
 * How long the new worker may take to activate, and to store its files (450 KB at most) if it has not
 * yet. After that the page reloads with the worker it has: one that is waiting activates only when
 * the old one has ended its requests, which may hang.
 */
const activationLimitMs = 4000
const installLimitMs = 30_000
/** A page that is opened anew by itself and fails again stays as it is for so long. */
const oncePerMs = 60_000
/** Chromium loses some of the first navigations after a change of worker: a second one comes through. */
const lostNavigationMs = 6000

/** Lets the newest worker in, as it is the one that opens pages, and opens this page anew. */
export async function activateNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const newest = registration?.waiting ?? registration?.installing
  if (newest) await letIn(newest)
  location.reload()
  setTimeout(() => location.reload(), lostNavigationMs)
}

/**
 * What an open page asks for may be gone since a deploy: then the newest version is taken over.
 * Gives whether that is so; without a line, or right after such a try, it is not.
 */
export async function updateIfOutdated(): Promise<boolean> {
  const entry = history.state as { replacedAt?: number } | null
  if (Date.now() - (entry?.replacedAt ?? 0) < oncePerMs) return false
  const answer = await probe()
  if (answer.kind !== 'answered' || !answer.isOurs) return false
  // The entry of the history outlives the reload.
  history.replaceState({ ...entry, replacedAt: Date.now() }, '')
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  await activateNewVersion()
  return true
}

function letIn(newest: ServiceWorker): Promise<unknown> {
  const isIn = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    newest.addEventListener('statechange', () => {
      // A page that no worker controls hears of no change of its controller.
      if (newest.state === 'redundant' || newest.state === 'activated') resolve(undefined)
    })
    setTimeout(resolve, newest.state === 'installed' ? activationLimitMs : installLimitMs)
  })
  newest.postMessage({ type: 'update-now' })
  return isIn
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The field in which something was typed last, and the address it was typed at. */
let typed: { field: TextField; at: string } | undefined

/** A chosen size or filter is no typing. */
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'range'].includes(target.type))

/** Remembers what is being typed for as long as the page lives. */
export function trackTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isTextField(target)) typed = { field: target, at: location.href }
    },
    { passive: true },
  )
}

/** Whether leaving now would discard what has been typed. */
export const hasUnsavedInput = (): boolean =>
  typed !== undefined &&
  typed.at === location.href &&
  typed.field.isConnected &&
  typed.field.value !== ''

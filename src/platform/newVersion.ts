import { atom, getDefaultStore } from 'jotai'

import { probe } from './connectivity.ts'

/** Whether a newer version of the store is here and waits to be let in. */
export const isNewVersionAtom = atom(false)

export const announceNewVersion = () => getDefaultStore().set(isNewVersionAtom, true)

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
export async function takeNewVersion(): Promise<void> {
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
export async function replaceOutdated(): Promise<boolean> {
  const entry = history.state as { replacedAt?: number } | null
  if (Date.now() - (entry?.replacedAt ?? 0) < oncePerMs) return false
  const answer = await probe()
  if (answer.kind !== 'answered' || !answer.isOurs) return false
  // The entry of the history outlives the reload.
  history.replaceState({ ...entry, replacedAt: Date.now() }, '')
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  await takeNewVersion()
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

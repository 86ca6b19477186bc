import { sessionKeys } from './deviceStorage.ts'

/**
 * A private session, for a phone that others use too: everything that is stored of the shopper is in session storage,
 * which the browser deletes with the tab. It lasts as long as the tab, also over reloads.
 */
export function isPrivateSession(): boolean {
  try {
    return globalThis.sessionStorage?.getItem(sessionKeys.isPrivate) === 'true'
  } catch {
    // The browser denies storage, and `replaceDeniedStorage` has not run yet.
    return false
  }
}

/** In local storage: a private session was open on this device, and its visited pages may still be stored. */
const traceKey = 'private-session'

/** Continues the private session of this tab. Returns whether one of another tab has left visited pages behind. */
export function resumePrivateSession(): boolean {
  if (isPrivateSession()) {
    replaceLocalStorage()
    return false
  }
  const hasTrace = localStorage.getItem(traceKey) !== null
  localStorage.removeItem(traceKey)
  return hasTrace
}

/** From now on what the page stores in local storage ends with the tab. */
export function replaceLocalStorage(): void {
  localStorage.setItem(traceKey, 'true')
  Object.defineProperty(globalThis, 'localStorage', { value: sessionStorage, configurable: true })
}

import { toastInfo } from '#platform/toasts.ts'

/** Everything the page keeps in local storage; the rest is in IndexedDB. Logout empties both. */
export const storageKeys = {
  gender: 'gender',
  token: 'token',
  user: 'user',
  redirectAfterLogin: 'redirectAfterLogin',
  orderSuccessTimestamp: 'orderSuccessTimestamp',
} as const

/** Until when a payment link of this order cannot be sent again. */
export const paymentLinkEndKey = (orderId: string) => `paymentLinkEnd-${orderId}`

/** Everything the page keeps in session storage, until the tab closes. */
export const sessionKeys = {
  userAddress: 'user-address',
  locationPopupShown: 'location-popup-shown',
  isServiceable: 'isServiceable',
  userLatLong: 'user-lat-long',
  lastCheckedLatLong: 'last-checked-latlong',
  storageHintShown: 'storage-hint-shown',
  offlineContinued: 'offline-continued',
} as const

/**
 * A browser may refuse storage (site data blocked, disk full), and IndexedDB may never answer at all
 * (WebKit does that now and then). The store then works from memory until the page is left, and says
 * so once.
 */

const names = ['localStorage', 'sessionStorage'] as const

/** Puts memory in the place of local and session storage where the browser denies access to them. */
export function replaceDeniedStorage(): void {
  for (const name of names) {
    try {
      // Reading anything of it throws where it is denied; some web views have null here.
      void globalThis[name].length
    } catch {
      Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true })
      hint()
    }
  }
}

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

let timesCleared = 0

/** Called when everything that is stored of a user is deleted, which happens at logout. */
export const markCleared = (): void => void (timesCleared += 1)

/** Returns a check whether nothing was cleared since: a response that was requested before belongs to somebody who left. */
export function untilCleared(): () => boolean {
  const before = timesCleared
  return () => before === timesCleared
}

const limitMs = 3000
/** Set while an operation has not answered in time: nobody waits for the others then. */
let hung: DOMException | undefined

/**
 * Runs an operation of IndexedDB. Whatever way it is refused, it rejects with a DOMException. One that
 * takes too long still happens when IndexedDB answers again: what is to be deleted does not stay.
 */
export async function withIndexedDb<Result>(operation: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    if (!globalThis.indexedDB) throw new DOMException('There is no IndexedDB')
    const answer = operation().finally(() => (hung = undefined))
    if (hung) {
      answer.catch(() => undefined)
      throw hung
    }
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        hung = new DOMException('IndexedDB does not answer', 'TimeoutError')
        reject(hung)
      }, limitMs)
    })
    return await Promise.race([answer, limit])
  } catch (error) {
    // What we have aborted ourselves is no refusal.
    if (error instanceof DOMException && error.name !== 'AbortError') hint()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

let isHinted = false

function hint(): void {
  if (isHinted) return
  isHinted = true
  // The other storage may still have to be replaced before it can be read.
  queueMicrotask(showStorageHint)
}

/** Tells a shopper that nothing is stored here: once in a session, where that much can be stored. */
function showStorageHint(): void {
  if (sessionStorage.getItem(sessionKeys.storageHintShown)) return
  sessionStorage.setItem(sessionKeys.storageHintShown, 'true')
  void toastInfo(
    'Your browser isn’t saving data for this store. You may lose your bag and login when you leave this page.',
  )
}

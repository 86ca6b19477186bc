import { toastInfo } from '#platform/toasts.ts'

/** Keys in local storage; everything else is in IndexedDB. Logout clears both. */
export const storageKeys = {
  gender: 'gender',
  token: 'token',
  user: 'user',
  redirectAfterLogin: 'redirectAfterLogin',
  orderSuccessTimestamp: 'orderSuccessTimestamp',
} as const

/** When the payment link of an order can be sent again. */
export const paymentLinkEndKey = (orderId: string) => `paymentLinkEnd-${orderId}`

/** Keys in session storage, which ends with the tab. */
export const sessionKeys = {
  userAddress: 'user-address',
  locationPopupShown: 'location-popup-shown',
  isServiceable: 'isServiceable',
  userLatLong: 'user-lat-long',
  lastCheckedLatLong: 'last-checked-latlong',
  storageHintShown: 'storage-hint-shown',
  offlineContinued: 'offline-continued',
  isPrivate: 'private-session',
  dataSavingNoted: 'data-saving-noted',
  clockOffset: 'clock-offset',
} as const

/**
 * A browser may deny storage (site data blocked, disk full), and IndexedDB may never respond (a
 * WebKit bug). The store then works from memory until the page is left, and says so once.
 */

const storageNames = ['localStorage', 'sessionStorage'] as const

/** Replaces local and session storage with memory where the browser denies access. */
export function replaceDeniedStorage(): void {
  for (const name of storageNames) {
    try {
      // Any access throws where storage is denied; some web views have null here.
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

let clearCount = 0

/** Called when everything that is stored of a user is deleted, which happens at logout. */
export const invalidateSessionGuards = (): void => void (clearCount += 1)

/**
 * Returns a function that tells whether nothing was cleared since. If something was, a response that
 * was requested before belongs to a customer who has logged out.
 */
export function createSessionGuard(): () => boolean {
  const before = clearCount
  return () => before === clearCount
}

const limitMs = 3000
/** Set while an operation has timed out: later ones fail at once. */
let hung: DOMException | undefined

/**
 * Runs an IndexedDB operation. Every failure rejects with a DOMException. An operation that times
 * out is still carried out once IndexedDB responds again, so that deletions are not lost.
 */
export async function withIndexedDb<Result>(operation: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    if (!globalThis.indexedDB) throw new DOMException('IndexedDB is not available')
    const result = operation().finally(() => (hung = undefined))
    if (hung) {
      result.catch(() => undefined)
      throw hung
    }
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        hung = new DOMException('IndexedDB does not respond', 'TimeoutError')
        reject(hung)
      }, limitMs)
    })
    return await Promise.race([result, limit])
  } catch (error) {
    // Our own aborts are not failures of the storage.
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

/** Tells the shopper that nothing can be stored: once per session, where session storage works. */
function showStorageHint(): void {
  if (sessionStorage.getItem(sessionKeys.storageHintShown)) return
  sessionStorage.setItem(sessionKeys.storageHintShown, 'true')
  void toastInfo(
    'Your browser isn’t saving data for this store. If you leave this page, you may lose your bag and be logged out.',
  )
}

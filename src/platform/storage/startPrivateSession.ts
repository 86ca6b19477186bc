import { sessionKeys, storageKeys } from './deviceStorage.ts'
import { isPrivateSession, replaceLocalStorage } from './privateSession.ts'
import { moveStoredValues } from './privateValues.ts'

/** Starts a private session in this tab. What was stored of the visitor so far moves into it. */
export async function startPrivateSession(): Promise<void> {
  if (isPrivateSession()) return
  const gender = localStorage.getItem(storageKeys.gender)
  sessionStorage.setItem(sessionKeys.isPrivate, 'true')
  replaceLocalStorage()
  if (gender) localStorage.setItem(storageKeys.gender, gender)
  // Where IndexedDB is denied, it has nothing to move.
  await moveStoredValues().catch(() => undefined)
}

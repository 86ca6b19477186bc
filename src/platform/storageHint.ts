import { sessionKeys } from './storageKeys.ts'
import { tellPlainly } from './tell.ts'

/** Tells a shopper that nothing is stored here: once in a session, where that much can be stored. */
export function showStorageHint(): void {
  if (sessionStorage.getItem(sessionKeys.storageHintShown)) return
  sessionStorage.setItem(sessionKeys.storageHintShown, 'true')
  void tellPlainly(
    'Your browser isn’t saving data for this store. You may lose your bag and login when you leave this page.',
  )
}

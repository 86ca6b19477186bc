import { atom, getDefaultStore } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { paths } from '#contract/pages/paths.ts'
import { clearVisitedPages, isSharedPath } from '#platform/serviceWorker/visitedPages.ts'
import { cacheHome } from '#platform/serviceWorker/workerClient.ts'
import { readEntries } from '#platform/outbox/outboxAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession } from '#platform/session/session.ts'

/** Whether the logout dialog is open, because changes wait to be sent. */
export const isLogoutDialogOpenAtom = atom(false)

/**
 * Whether an SWR key is that of a read with the same response for every visitor. These stay in memory,
 * because home and its header need them next, and a discarded read would not be sent again while its
 * component is rendered. All others show what was searched for or opened.
 */
const isSharedRead = (key: unknown) =>
  Array.isArray(key) && typeof key[1] === 'string' && isSharedPath(key[1])

/** Deletes the customer's data on the device and goes home, without a request. */
export function useClearUserData() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function forget(): Promise<void> {
    localStorage.clear()
    cacheHome()
    sessionStorage.clear()
    clearSession()
    await Promise.all([clearPersisted(), clearVisitedPages()])
    await mutate((key) => !isSharedRead(key), undefined, { revalidate: false })
    await navigate(paths.home)
  }
}

/** Time limit of the request, so that the logout works on a dead connection. */
const timeoutMs = 3000

/** Logs out; asks first if changes wait to be sent. */
export function useConfirmedLogout() {
  const logout = useLogout()

  return async function confirmLogout(): Promise<void> {
    const pending = await readEntries()
    if (pending.length > 0) return getDefaultStore().set(isLogoutDialogOpenAtom, true)
    await logout()
  }
}

/** Ends the session on the server and deletes the customer's data on the device. */
export function useLogout() {
  const forget = useClearUserData()

  return async function logout(): Promise<void> {
    // Offline the token is only deleted here; on the server it expires.
    // The caches are cleared at once, however long the request takes.
    void clearVisitedPages()
    const signal = AbortSignal.timeout(timeoutMs)
    await import('./endSession.ts')
      .then(({ endSession }) => endSession(signal))
      .catch(() => undefined)
    await forget()
  }
}

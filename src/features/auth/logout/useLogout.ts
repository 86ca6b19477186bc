import { atom, getDefaultStore } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { paths } from '#contract/paths.ts'
import { clearVisitedPages, cacheHome } from '#platform/serviceWorker/workerClient.ts'
import { readEntries } from '#platform/outbox/outboxAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession } from '#platform/session/session.ts'

/** Whether the customer wants to log out while changes wait, and is asked what to do with them. */
export const logoutQuestionAtom = atom(false)

/** Leaves nothing of the user on the device, and goes home. The server is not asked. */
export function useClearUserData() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function forget(): Promise<void> {
    localStorage.clear()
    cacheHome()
    sessionStorage.clear()
    clearSession()
    await Promise.all([clearPersisted(), clearVisitedPages()])
    await mutate(() => true, undefined, { revalidate: false })
    await navigate(paths.home)
  }
}

/** A dead line keeps nobody signed in. */
const patienceMs = 3000

/** Logs out; where changes wait to be sent, asks first what becomes of them. */
export function useSignOut() {
  const logout = useLogout()

  return async function signOut(): Promise<void> {
    const waiting = await readEntries()
    if (waiting.length > 0) return getDefaultStore().set(logoutQuestionAtom, true)
    await logout()
  }
}

/** Ends the session on the server and leaves nothing of the user on the device. */
export function useLogout() {
  const forget = useClearUserData()

  return async function logout(): Promise<void> {
    // Without a line the token is only forgotten here; on the server it runs out by itself.
    // What was searched for and opened goes at once, however long the server takes.
    void clearVisitedPages()
    const signal = AbortSignal.timeout(patienceMs)
    await import('./endSession.ts')
      .then(({ endSession }) => endSession(signal))
      .catch(() => undefined)
    await forget()
  }
}

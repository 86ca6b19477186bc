import { getDefaultStore } from 'jotai'

import { readEntries } from '#platform/outbox/outboxAtom.ts'
import { forgetVisitedPages } from '#platform/visitedPages.ts'
import { logoutQuestionAtom } from './logoutQuestion.ts'
import { useForget } from './useForget.ts'

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
  const forget = useForget()

  return async function logout(): Promise<void> {
    // Without a line the token is only forgotten here; on the server it runs out by itself.
    // What was searched for and opened goes at once, however long the server takes.
    void forgetVisitedPages()
    const signal = AbortSignal.timeout(patienceMs)
    await import('./endSession.ts')
      .then(({ endSession }) => endSession(signal))
      .catch(() => undefined)
    await forget()
  }
}

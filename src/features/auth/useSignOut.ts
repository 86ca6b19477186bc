import { forgetVisitedPages } from '#platform/visitedPages.ts'
import { useForget } from './useForget.ts'

/** A dead line keeps nobody signed in. */
const patienceMs = 3000

/** Ends the session on the server and leaves nothing of the user on the device. */
export function useSignOut() {
  const forget = useForget()

  return async function signOut(): Promise<void> {
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

import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { paths } from '#contract/paths.ts'
import { forgetPersisted } from '#platform/persistedAtom.ts'
import { forgetUser } from '#platform/session.ts'

/** A dead line keeps nobody signed in. */
const patienceMs = 3000

/** Ends the session on the server and leaves nothing of the user on the device. */
export function useSignOut() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function signOut(): Promise<void> {
    // Without a line the token is only forgotten here; on the server it runs out by itself.
    const signal = AbortSignal.timeout(patienceMs)
    await import('./endSession.ts')
      .then(({ endSession }) => endSession(signal))
      .catch(() => undefined)
    localStorage.clear()
    sessionStorage.clear()
    forgetUser()
    await forgetPersisted()
    await mutate(() => true, undefined, { revalidate: false })
    await navigate(paths.home)
  }
}

import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { calls } from '#contract/calls.ts'
import { paths } from '#contract/paths.ts'
import { DoneReply } from '#contract/reply.ts'
import { request, send } from '#platform/http.ts'
import { forgetPersisted } from '#platform/persistedAtom.ts'
import { forgetUser } from '#platform/session.ts'

/** Ends the session on the server and leaves nothing of the user on the device. */
export function useSignOut() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function signOut(): Promise<void> {
    // Without a line the token is only forgotten here; on the server it runs out by itself.
    await send(DoneReply, request(calls.logout)).catch(() => undefined)
    localStorage.clear()
    sessionStorage.clear()
    forgetUser()
    await forgetPersisted()
    await mutate(() => true, undefined, { revalidate: false })
    await navigate(paths.home)
  }
}

import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { paths } from '#contract/paths.ts'
import { keepHome } from '#platform/keepHome.ts'
import { forgetPersisted } from '#platform/persistedAtom.ts'
import { forgetUser } from '#platform/session.ts'
import { forgetVisitedPages } from '#platform/visitedPages.ts'

/** Leaves nothing of the user on the device, and goes home. The server is not asked. */
export function useForget() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function forget(): Promise<void> {
    localStorage.clear()
    keepHome()
    sessionStorage.clear()
    forgetUser()
    await Promise.all([forgetPersisted(), forgetVisitedPages()])
    await mutate(() => true, undefined, { revalidate: false })
    await navigate(paths.home)
  }
}

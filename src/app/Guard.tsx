import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { hasStoredUser, openLogin, userAtom } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { useIsClient } from '#platform/rendering/hydration.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'

/** Shows its page to who is signed in. Anyone else is asked to, and comes back here after that. */
export function Guard({ children }: { children: ReactNode }) {
  const user = useAtomValue(userAtom)
  const isOnDevice = useIsClient()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wasLetIn = useRef(false)

  useEffect(() => {
    if (user) wasLetIn.current = true
    // Storage knows it before the page does, which starts as the server drew it.
    if (user || !isOnDevice || hasStoredUser()) return
    if (!wasLetIn.current) {
      localStorage.setItem(storageKeys.redirectAfterLogin, pathname + search)
      openLogin()
    }
    void navigate(paths.home, { replace: true })
  }, [user, isOnDevice, pathname, search, navigate])

  return user ? children : <LoadingPart />
}

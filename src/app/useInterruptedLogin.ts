import { useEffect } from 'react'

import { hasPendingLogin } from '#features/auth/login/hasPendingLogin.ts'
import { hasStoredUser, openLogin } from '#platform/session/session.ts'

/** A login that a reload has interrupted goes on where it was. */
export function useInterruptedLogin(): void {
  useEffect(() => {
    if (hasStoredUser()) return
    void hasPendingLogin().then((isPending) => isPending && openLogin())
  }, [])
}

import { useEffect } from 'react'

import { hasPendingLogin } from '#features/auth/login/hasPendingLogin.ts'
import { openLogin } from '#platform/login.ts'
import { hasStoredUser } from '#platform/session.ts'

/** A login that a reload has interrupted goes on where it was. */
export function useInterruptedLogin(): void {
  useEffect(() => {
    if (hasStoredUser()) return
    void hasPendingLogin().then((isPending) => isPending && openLogin())
  }, [])
}

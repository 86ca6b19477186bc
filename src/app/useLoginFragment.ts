import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { hasStoredUser, openLogin } from '#platform/session/session.ts'

const fragment = '#login'

/** An address that ends in `#login` opens the sign-in modal, where nobody is signed in. */
export function useLoginFragment(): void {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== fragment) return
    if (!hasStoredUser()) openLogin()
    void navigate(pathname + search, { replace: true })
  }, [hash, pathname, search, navigate])
}

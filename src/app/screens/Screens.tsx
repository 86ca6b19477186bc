import { useAtomValue } from 'jotai'
import { createElement, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { type Page, pageAt, paths, protectedPages, sharePath } from '#contract/pages/paths.ts'
import { useIsClient } from '#platform/rendering/hydration.ts'
import { needsReload } from '#platform/rendering/importChunk.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { hasStoredUser, openLogin, userAtom } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { LoadingFallback } from '#ui/feedback/Loading.tsx'
import type { Elements } from '#ui/elements.tsx'
import { screenLoader, type LoadScreen } from './loadPage.ts'
import { NotFound, PageFailure } from './ErrorScreen.tsx'

/**
 * The screen of the current URL, matched like on the server: the router's own matching of all
 * routes takes longer than rendering the screen.
 */
export function Screens() {
  const { pathname } = useLocation()
  if (pathname === sharePath) return <Screen load={loadSharedScreen} />
  const page = pageAt(new URL(`http://store${pathname}`))?.page
  const load = page && screenLoader(page)
  return load ? <Screen page={page} load={load} /> : <NotFound />
}

const loadSharedScreen = () => import('./SharedScreen.tsx')

function Screen({ page, load }: { page?: Page; load: LoadScreen }) {
  const { module, problem, retry } = useDeferredImport(load)
  // The file is missing since a deploy: the error screen activates the new version.
  if (needsReload(problem)) throw problem
  if (problem) return <PageFailure error={problem} onRetry={retry} />
  if (!module) return <LoadingFallback />
  const screen = createElement(module.default)
  return page && protectedPages.has(page) ? <LoginGuard>{screen}</LoginGuard> : screen
}

/** Shows a page to customers only. Guests are asked to log in and return here. */
export function LoginGuard({ children }: { children: Elements }) {
  const user = useAtomValue(userAtom)
  const isOnDevice = useIsClient()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wasLoggedIn = useRef(false)

  useEffect(() => {
    if (user) wasLoggedIn.current = true
    // Storage is read directly, because the session is known only after hydration.
    if (user || !isOnDevice || hasStoredUser()) return
    if (!wasLoggedIn.current) {
      localStorage.setItem(storageKeys.redirectAfterLogin, pathname + search)
      openLogin('account')
    }
    void navigate(paths.home, { replace: true })
  }, [user, isOnDevice, pathname, search, navigate])

  return user ? children : <LoadingFallback />
}

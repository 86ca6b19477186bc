import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { SWRConfig } from 'swr'

import type { Page } from '#contract/pages/paths.ts'
import { createResponseCache } from '#platform/api/reads/responseCache.ts'
import { OfflineNotice } from '#features/offline/OfflineNotice.tsx'
import { markHydrated } from '#platform/rendering/hydration.ts'
import { hydrateDeferredParts } from '#platform/rendering/HydrateOnDemand.tsx'
import { useIsIdle, whenIdle } from '#platform/rendering/idle.ts'
import { ShownWhere } from '#platform/rendering/pageWidth.tsx'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { isSessionReadAtom, userIdAtom, watchSession } from '#platform/session/session.ts'
import { hasToasts, onFirstToast } from '#platform/toasts.ts'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'
import { LoadingFallback } from '#ui/feedback/Loading.tsx'
import { RequestedDialogs, useIsDialogWanted } from './deferred/RequestedDialogs.tsx'
import { Footer } from './Footer.tsx'
import { canonicalOf } from './head/canonical.ts'
import { DesktopHeader } from './header/DesktopHeader.tsx'
import { useHeading, useStoreName } from '#app/header/heading.ts'
import { MobileHeader } from './header/MobileHeader.tsx'
import { ErrorScreen, NotFound } from '#app/screens/ErrorScreen.tsx'
import { Screens } from './screens/Screens.tsx'
import styles from './Shell.module.css'
import { TabBar } from './TabBar.tsx'

/** A footer would distract on pages of the account, the bag and orders. */
const pagesWithoutFooter = new Set<Page>([
  ...(['cart', 'checkout', 'tracking', 'orders', 'order', 'support'] as const),
  ...(['account', 'profile', 'addresses'] as const),
])

/** Parts that only the browser renders are imported when the page is idle. */
const loadDeferredShell = () => import('#app/deferred/DeferredShell.tsx')

type Props = {
  /** Responses in the document, by SWR key. */
  responses: Record<string, unknown>
  /** Set if the responses are outdated. */
  isStale?: boolean
  /** Set if the server responded to the first URL with 404. */
  isNotFound: boolean
  /** Called once the session is read: replayed taps must act for the customer who is logged in. */
  onSessionRead?: () => void
}

/** The whole store. The server and the first client render produce the same HTML, for hydration. */
export function Shell({ responses, isStale, isNotFound, onSessionRead }: Props) {
  const { pathname, key } = useLocation()
  const isFirst = key === 'default'
  // Set after hydration, because hydration renders the guest's page like the server.
  useEffect(watchSession, [])

  const [hasLeft, setHasLeft] = useState(false)
  if (!isFirst && !hasLeft) {
    // Otherwise the next page would wait for what is left of this one.
    hydrateDeferredParts()
    setHasLeft(true)
  }

  // Responses in a fresh document are not read again until the shopper comes back to the page.
  const isServerRendered = isFirst && !hasLeft && !isStale && Object.keys(responses).length > 0
  const swr = {
    provider: () => createResponseCache(responses),
    revalidateOnFocus: false,
    revalidateIfStale: !isServerRendered,
    errorRetryCount: 2,
  }

  return (
    <SWRConfig value={swr}>
      <ErrorScreen>
        <Frame>
          <ErrorScreen key={pathname}>
            <Suspense fallback={<LoadingFallback />}>
              {isNotFound && isFirst ? <NotFound /> : <Screens />}
              <HydrationMarker />
            </Suspense>
          </ErrorScreen>
        </Frame>
      </ErrorScreen>
      <SessionObserver onSessionRead={onSessionRead} />
    </SWRConfig>
  )
}

/** Rendered last, so that everything before it is hydrated. */
function HydrationMarker() {
  useEffect(markHydrated, [])
  return null
}

/** A component of its own, so that nothing else renders again. */
function SessionObserver({ onSessionRead }: Pick<Props, 'onSessionRead'>) {
  const isRead = useAtomValue(isSessionReadAtom)
  const isCustomer = useAtomValue(userIdAtom) !== undefined
  useEffect(() => {
    if (isRead) onSessionRead?.()
  }, [isRead, onSessionRead])
  // A customer's saved hearts are shown on all cards.
  useEffect(() => (isCustomer ? whenIdle(hydrateDeferredParts) : undefined), [isCustomer])
  return null
}

function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const heading = useHeading()
  const hasTabs = !pathname.includes('/products') && heading.page !== 'checkout'
  const hasFooter = !heading.page || !pagesWithoutFooter.has(heading.page)
  // The document's title is the product's name; the header shows the brand first.
  usePageMetadata(heading.page === 'product' ? (heading.subtitle ?? '') : heading.title)

  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <OfflineNotice />
      <ShownWhere isWide={false}>
        <MobileHeader heading={heading} />
      </ShownWhere>
      <ShownWhere isWide>
        <DesktopHeader heading={heading} />
      </ShownWhere>
      <main
        id="main"
        className={styles.main}
        data-above-footer={hasFooter || undefined}
        tabIndex={-1}
      >
        {children}
      </main>
      <div className={styles.footer} data-tabs={hasTabs || undefined}>
        {hasFooter && <Footer />}
      </div>
      {hasTabs && (
        <ShownWhere isWide={false}>
          <TabBar />
        </ShownWhere>
      )}
      <Deferred pathname={pathname} />
      <DeferredToasts />
    </>
  )
}

/** A component of its own, so that the frame does not render again. */
function Deferred({ pathname }: { pathname: string }) {
  const isDialogWanted = useIsDialogWanted()
  const isIdle = useIsIdle()
  const { module, ...state } = useDeferredImport(loadDeferredShell, isIdle || isDialogWanted)
  return (
    <SilentErrorBoundary attempt={pathname}>
      {module && <module.DeferredShell />}
      <RequestedDialogs dialogs={module} {...state} />
    </SilentErrorBoundary>
  )
}

const loadToasts = () => import('./Toasts.tsx')

/** Downloads the toast renderer with the first toast. */
function DeferredToasts() {
  const hasToast = useSyncExternalStore(onFirstToast, hasToasts, () => false)
  const { module } = useDeferredImport(loadToasts, hasToast)
  return module ? <module.Toasts /> : null
}

/**
 * Sets title and canonical URL, and scrolls to the top of a new page; going back, the browser
 * restores the position.
 */
function usePageMetadata(title: string): void {
  const { pathname, search } = useLocation()
  const store = useStoreName()
  const isBack = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = title ? `${title} | ${store}` : store
  }, [title, store])
  useEffect(() => {
    setCanonical(location.origin + canonicalOf(new URL(pathname + search, location.origin)))
  }, [pathname, search])
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (!isBack) scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, isBack])
}

/** Browsers share the canonical URL. */
function setCanonical(address: string): void {
  const existing = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  const link = existing ?? document.createElement('link')
  link.rel = 'canonical'
  link.href = address
  if (!existing) document.head.append(link)
}

import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'

import type { Page } from '#contract/paths.ts'
import { OfflineNotice } from '#features/offline/OfflineNotice.tsx'
import { watchSession, isSessionReadAtom } from '#platform/session/session.ts'
import { markHydrated } from '#platform/rendering/hydration.ts'
import { useIsIdle } from '#platform/rendering/idle.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'
import { DesktopHeader } from './DesktopHeader.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Footer } from './Footer.tsx'
import { LateToasts } from './LateToasts.tsx'
import { MobileHeader } from './MobileHeader.tsx'
import { NotFound } from './NotFound.tsx'
import { Screens } from './Screens.tsx'
import styles from './Shell.module.css'
import { TabBar } from './TabBar.tsx'
import { useArrival } from './useArrival.ts'
import { useHeading } from './useHeading.ts'
import { DialogOpening, useIsDialogWanted } from './DialogOpening.tsx'

/** Where something is under way, or one's own: there is no need of ways elsewhere. */
const withoutFooter = new Set<Page>([
  ...(['cart', 'checkout', 'tracking', 'orders', 'order', 'support'] as const),
  ...(['account', 'profile', 'addresses'] as const),
])

/** What only a device has comes once the page rests. */
const loadOnDevice = () => import('./OnDevice.tsx')

type Props = {
  /** Answers that came with the page, by SWR's key. */
  fallback: Record<string, unknown>
  /** They are older than what they are good for. */
  isOld?: boolean
  /** The server found nothing at the first address. */
  isNotFound: boolean
  /** Once it shows who is signed in: what is tapped from now on is theirs. */
  onSettled?: () => void
}

/** The whole store, the same on the server and in the browser. */
export function Shell({ fallback, isOld, isNotFound, onSettled }: Props) {
  const { pathname, key } = useLocation()
  const isFirst = key === 'default'
  // After the first draw, which is the same as the server's: a visitor's.
  useEffect(watchSession, [])

  const [hasLeft, setHasLeft] = useState(false)
  if (!isFirst && !hasLeft) setHasLeft(true)

  // What came with the page is within its time: its first screen asks nothing again until it is come back to.
  const isDrawn = isFirst && !hasLeft && !isOld && Object.keys(fallback).length > 0
  const swr = {
    fallback,
    revalidateOnFocus: false,
    revalidateIfStale: !isDrawn,
    errorRetryCount: 2,
  }

  return (
    <SWRConfig value={swr}>
      <ErrorScreen>
        <Frame>
          <ErrorScreen key={pathname}>
            <Suspense fallback={<LoadingPart />}>
              {isNotFound && isFirst ? <NotFound /> : <Screens />}
              <TakenOver />
            </Suspense>
          </ErrorScreen>
        </Frame>
      </ErrorScreen>
      <Settled onSettled={onSettled} />
    </SWRConfig>
  )
}

/** The last part that is taken over: what stands before it is by then. */
function TakenOver() {
  useEffect(markHydrated, [])
  return null
}

/** By itself, so that nothing else is drawn again, and whatever becomes of the screen. */
function Settled({ onSettled }: Pick<Props, 'onSettled'>) {
  const isRead = useAtomValue(isSessionReadAtom)
  useEffect(() => {
    if (isRead) onSettled?.()
  }, [isRead, onSettled])
  return null
}

function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const heading = useHeading()
  const hasTabs = !pathname.includes('/products')
  const hasFooter = !heading.page || !withoutFooter.has(heading.page)
  // A product is known by its own name; its header leads with the brand.
  useArrival(heading.page === 'product' ? (heading.subtitle ?? '') : heading.title)

  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <OfflineNotice />
      <MobileHeader heading={heading} />
      <DesktopHeader heading={heading} />
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
      {hasTabs && <TabBar />}
      <Late pathname={pathname} />
      <LateToasts />
    </>
  )
}

/** By itself, so that the frame is not drawn again when it comes. */
function Late({ pathname }: { pathname: string }) {
  const isDialogWanted = useIsDialogWanted()
  const isRested = useIsIdle()
  const { module, ...state } = useDeferredImport(loadOnDevice, isRested || isDialogWanted)
  if (!module) return isDialogWanted && <DialogOpening {...state} />
  return (
    <SilentErrorBoundary attempt={pathname}>
      <module.OnDevice />
    </SilentErrorBoundary>
  )
}

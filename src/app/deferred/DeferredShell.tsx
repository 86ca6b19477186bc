import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { unstable_serialize, useSWRConfig } from 'swr'

import { useStoreName } from '#app/header/heading.ts'
import { prefetchPage } from '#app/screens/loadPage.ts'
import { readsForPage } from '#contract/api/reads.ts'
import { pageAt, paths } from '#contract/pages/paths.ts'
import { withChosenGender } from '#features/catalogue/gender.ts'
import { InstallInvitation, NewVersionBar } from '#features/offline/InstallAndUpdate.tsx'
import { recentlyViewedAtom } from '#features/product/recentlyViewed.ts'
import { prefetchRead } from '#platform/api/reads/reads.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { isDataReduced } from '#platform/connectivity/connectivityAtom.ts'
import { entriesAtom } from '#platform/outbox/outboxAtom.ts'
import { useRecoverLostFocus, useRevealFocus } from '#platform/rendering/focus.ts'
import { whenIdle } from '#platform/rendering/idle.ts'
import { preload, useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { reportVitals } from '#platform/reportVitals.ts'
import { hasStoredUser, userIdAtom } from '#platform/session/session.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { renewTheme } from '#platform/theme.ts'
import { toastInfo } from '#platform/toasts.ts'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'
import { CartPill } from './CartPill.tsx'
import { DeferredDialogs } from './DeferredDialogs.tsx'
import styles from './DeferredShell.module.css'
import { useLaunches } from './useLaunches.ts'
import { useThemeColor } from './useThemeColor.ts'

export { Location, Login } from './DeferredDialogs.tsx'

const pagesWithoutUpdateBar: string[] = [paths.cart, paths.checkout]

/** Parts that the server never renders: the bag's summary, dialogs, prefetching. */
export function DeferredShell() {
  const { pathname } = useLocation()
  const storeName = useStoreName()
  const isInviting = useIsInvited()
  usePrefetchOnIntent()
  useLaunches()
  useThemeColor(pathname)
  useRevealFocus()
  useRecoverLostFocus(pathname)
  usePrefetchedProductPage(pathname)
  useEffect(reportVitals, [])
  useEffect(renewTheme, [])
  useEffect(noteDataSaving, [])
  return (
    <>
      <div className={styles.floating}>
        <DeferredOutbox />
        <ActiveOrder pathname={pathname} />
        <CartPill />
      </div>
      <DeferredDialogs />
      {!pagesWithoutUpdateBar.includes(pathname) && <NewVersionBar />}
      {isInviting && <InstallInvitation storeName={storeName} />}
    </>
  )
}

const loadOutbox = () => import('./OutboxRunner.tsx')

/**
 * Pending changes. The sender and the list are imported when a customer's page is idle, so that a
 * heart fills at the tap; guests have nothing to send.
 */
function DeferredOutbox() {
  const hasEntries = useAtomValue(entriesAtom).length > 0
  useEffect(
    () =>
      whenIdle(() => {
        if (hasStoredUser() && !isDataReduced()) preload(loadOutbox).catch(() => undefined)
      }),
    [],
  )
  const { module } = useDeferredImport(loadOutbox, hasEntries)
  return module ? <module.OutboxRunner /> : null
}

/** Says once in a session why pictures are small. */
function noteDataSaving(): void {
  if (!prefersReducedData() || sessionStorage.getItem(sessionKeys.dataSavingNoted)) return
  sessionStorage.setItem(sessionKeys.dataSavingNoted, 'true')
  void toastInfo('To save data, pictures are smaller and nothing loads ahead.')
}

const loadActiveOrder = () => import('#features/orders/tracking/ActiveOrderBar.tsx')

const { home, collections, search, wishlist, account } = paths
/** Others say more about the order, or must not distract from buying. */
const pagesWithOrder: string[] = [home, collections, search, wishlist, account]

/** A customer's order under way. */
function ActiveOrder({ pathname }: { pathname: string }) {
  const { module } = useDeferredImport(loadActiveOrder, useAtomValue(userIdAtom) !== undefined)
  if (!module) return null
  return (
    <SilentErrorBoundary attempt={pathname}>
      <module.ActiveOrderBar isShown={pagesWithOrder.includes(pathname)} />
    </SilentErrorBoundary>
  )
}

/** Number of viewed products after which the invitation makes sense. */
const minViewedProducts = 3
const invitationPages: string[] = [paths.home, paths.collections]

/**
 * Whether to invite to install the store: on home or a list, after viewing products, never on a
 * first page and never near the bag.
 */
function useIsInvited(): boolean {
  const viewed = useAtomValue(recentlyViewedAtom)
  const { pathname, key } = useLocation()
  return (
    key !== 'default' && invitationPages.includes(pathname) && viewed.length >= minViewedProducts
  )
}

const lists: string[] = [paths.collections, paths.search]

/** Prefetches the product page from a list, so that a tap renders it at once; on a first page after the first scroll. */
function usePrefetchedProductPage(pathname: string): void {
  const isList = lists.includes(pathname)
  useEffect(() => {
    if (!isList || isDataReduced()) return
    let cancel: (() => void) | undefined
    const prefetch = () => {
      cancel = whenIdle(() => void prefetchPage('product').catch(() => undefined))
    }
    if (scrollY > 0) prefetch()
    else addEventListener('scroll', prefetch, { once: true, passive: true })
    return () => {
      removeEventListener('scroll', prefetch)
      cancel?.()
    }
  }, [isList])
}

/** A shorter hover is no intent. */
const minHoverMs = 80
const pages = new Set(['home', 'collections', 'product'])

/**
 * Prefetches a link's page on pointer down or hover, unless it is loaded already or data is to be saved.
 */
export function usePrefetchOnIntent(): void {
  const { cache } = useSWRConfig()
  useEffect(() => {
    let hoverTimer: ReturnType<typeof setTimeout> | undefined

    const prefetch = ({ pathname, search, origin }: HTMLAnchorElement) => {
      if (isDataReduced()) return
      const match = pageAt(new URL(withChosenGender(pathname + search), origin))
      if (!match) return
      prefetchPage(match.page).catch(() => undefined)
      if (!pages.has(match.page)) return
      for (const read of readsForPage(match.page, match.params)) {
        const cached = cache.get(unstable_serialize(read))
        if (cached?.data === undefined && !cached?.isValidating) prefetchRead(read)
      }
    }
    const onTouch = ({ target }: Event) => {
      const link = linkOf(target)
      // The tap's own effects come first.
      if (link) requestAnimationFrame(() => setTimeout(prefetch, 0, link))
    }
    const onOver = ({ target }: Event) => {
      clearTimeout(hoverTimer)
      const link = linkOf(target)
      if (link) hoverTimer = setTimeout(prefetch, minHoverMs, link)
    }
    addEventListener('pointerdown', onTouch, { passive: true })
    addEventListener('pointerover', onOver, { passive: true })
    return () => {
      clearTimeout(hoverTimer)
      removeEventListener('pointerdown', onTouch)
      removeEventListener('pointerover', onOver)
    }
  }, [cache])
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link?.origin === location.origin ? link : undefined
}

import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, Link } from 'react-router-dom'
import { unstable_serialize, useSWRConfig } from 'swr'

import { useStoreName } from '#app/header/heading.ts'
import { prefetchPage } from '#app/screens/loadPage.ts'
import { readsForPage } from '#contract/api/reads.ts'
import { pageAt, paths } from '#contract/paths.ts'
import * as rules from '#contract/rules.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { InstallInvitation, NewVersionBar } from '#features/offline/InstallAndUpdate.tsx'
import { recentlyViewedAtom } from '#features/product/recentlyViewed.ts'
import { prefetchRead } from '#platform/api/reads.ts'
import { isDataReduced } from '#platform/connectivity/connectivityAtom.ts'
import { entriesAtom } from '#platform/outbox/outboxAtom.ts'
import { useRecoverLostFocus, useRevealFocus } from '#platform/rendering/focus.ts'
import { whenIdle, useAfterPaint } from '#platform/rendering/idle.ts'
import { preload, useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { reportVitals } from '#platform/reportVitals.ts'
import { hasStoredUser } from '#platform/session/session.ts'
import { renewTheme } from '#platform/theme.ts'
import { DeferredDialogs } from './DeferredDialogs.tsx'
import styles from './DeferredShell.module.css'

export { Location, Login } from './DeferredDialogs.tsx'

const pagesWithoutUpdateBar: string[] = [paths.cart, paths.checkout]

/** Parts that the server never renders: the bag's summary, dialogs, prefetching. */
export function DeferredShell() {
  const { pathname } = useLocation()
  const storeName = useStoreName()
  const isInviting = useIsInvited()
  usePrefetchOnIntent()
  useRevealFocus()
  useRecoverLostFocus(pathname)
  usePrefetchedProductPage(pathname)
  useEffect(reportVitals, [])
  useEffect(renewTheme, [])
  return (
    <>
      <div className={styles.floating}>
        <DeferredOutbox />
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

/** Prefetches the product page from a list, so that a tap renders it at once. */
function usePrefetchedProductPage(pathname: string): void {
  const isList = lists.includes(pathname)
  useEffect(() => {
    if (!isList || isDataReduced()) return
    return whenIdle(() => void prefetchPage('product').catch(() => undefined))
  }, [isList])
}

/** Links as high as this can be tapped beside the pill; so can product cards, whose link is in a heading. */
const largeLinkPx = 96
/** Elements that the pill must not cover. */
const controls = 'button, input, select, textarea, label, summary, [data-uncovered]'
/** Elements that are rendered above the pill. */
const overlays = 'dialog, [popover], [data-cart-pill]'
const scrollPauseMs = 150

/** Whether the element floats over a control; checked when the page has come to rest. */
function useIsOverControl(
  floating: RefObject<HTMLElement | null>,
  isShown: boolean,
  pathname: string,
): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const check = () => setIsOver(floating.current !== null && isOverControl(floating.current))
    let timer = setTimeout(check, scrollPauseMs)
    const checkAtRest = () => {
      clearTimeout(timer)
      timer = setTimeout(check, scrollPauseMs)
    }
    addEventListener('scroll', checkAtRest, { passive: true })
    const observer = new ResizeObserver(checkAtRest)
    observer.observe(document.body)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', checkAtRest)
      observer.disconnect()
    }
  }, [floating, isShown, pathname])
  return isOver
}

function isOverControl(floating: HTMLElement): boolean {
  const { left, right, top, bottom } = floating.getBoundingClientRect()
  const columns = [left, (left + right) / 2, right]
  const rows = [top, (top + bottom) / 2, bottom]
  return columns.some((x) =>
    rows.some((y) =>
      document
        .elementsFromPoint(x, y)
        .some((element) => !element.closest(overlays) && isControl(element)),
    ),
  )
}

function isControl(element: Element): boolean {
  if (element.closest(controls)) return true
  const link = element.closest('a:not(h3 > a)')
  return link !== null && link.getBoundingClientRect().height < largeLinkPx
}

const placeholder = '/images/placeholder.svg'
const pagesWithoutPill: string[] = [paths.cart, paths.checkout]

/** A floating summary of the bag on phones, on pages other than the bag. */
export function CartPill() {
  const { products } = useAfterPaint(useAtomValue(cartAtom))
  const { pathname } = useLocation()
  const pill = useRef<HTMLAnchorElement>(null)
  const isShown = products.length > 0 && !pagesWithoutPill.includes(pathname)
  const isOverControl = useIsOverControl(pill, isShown, pathname)
  if (!isShown) return null

  return (
    <Link
      ref={pill}
      to={paths.cart}
      className={styles.pill}
      data-cart-pill
      data-aside={isOverControl || undefined}
    >
      <span className={styles.thumbnails}>
        {products.slice(0, rules.cartPill.thumbnails).map(({ _id, productId }) => (
          <img
            key={_id}
            src={productId.photos[0] ?? placeholder}
            alt=""
            width={38}
            height={38}
            onError={({ currentTarget }) => {
              if (!currentTarget.src.endsWith(placeholder)) currentTarget.src = placeholder
            }}
          />
        ))}
      </span>
      <span>{`${products.length} Item(s) in Bag`}</span>
    </Link>
  )
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

    const prefetch = ({ href }: HTMLAnchorElement) => {
      if (isDataReduced()) return
      const found = pageAt(new URL(href))
      if (!found) return
      prefetchPage(found.page).catch(() => undefined)
      if (!pages.has(found.page)) return
      for (const read of readsForPage(found.page, found.params)) {
        const known = cache.get(unstable_serialize(read))
        if (known?.data === undefined && !known?.isValidating) prefetchRead(read)
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

import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { loadAllCategories } from '#platform/api/reads/allCategories.ts'
import { dropAfterLogin, runAfterLogin } from '#platform/session/afterLogin.ts'
import { setWarehouse } from '#platform/api/warehouse.ts'
import type { Call } from '#contract/api/calls.ts'
import { publicReads } from '#contract/api/reads.ts'
import type { LoginResult } from '#contract/account/auth.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { hasPendingLogin } from '#features/auth/login/hasPendingLogin.ts'
import { isLogoutDialogOpenAtom } from '#features/auth/logout/useLogout.ts'
import { useCart } from '#features/cart/cart.ts'
import { mergeCart } from '#features/cart/mergeCart.ts'
import {
  isLocationSheetOpenAtom,
  locationAtom,
  locationDialogAtom,
} from '#features/location/locationAtom.ts'
import {
  canOpenPrompt,
  loadLocationSheet,
  useLocationPrompt,
} from '#features/location/popup/useLocationPrompt.ts'
import { useServiceability } from '#features/location/serviceability.ts'
import { useWishlistIds } from '#features/wishlist/wishlist.ts'
import { whenIdle } from '#platform/rendering/idle.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { clearVisitedPages } from '#platform/serviceWorker/visitedPages.ts'
import { unsubscribeFromPush } from '#platform/serviceWorker/pushSubscription.ts'
import { isDifferentUser, saveLastUser } from '#platform/session/lastSession.ts'
import {
  hasStoredUser,
  openLogin,
  showAuthModalAtom,
  saveToken,
  saveSession,
  userIdAtom,
} from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { DialogFrame } from '#ui/overlays/Dialog.tsx'
import { LocationLoading, LoginLoading } from './RequestedDialogs.tsx'

const loadLogin = () => import('#features/auth/login/LoginDialog.tsx')
const loadLocation = () => import('#features/location/popup/LocationDialogs.tsx')
const loadLogout = () => import('#features/auth/logout/LogoutDialog.tsx')

/** Opens dialogs on any page. Each dialog is imported when it is opened. */
export function DeferredDialogs() {
  const { pathname } = useLocation()
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  const [isLogoutOpen, setIsLogoutOpen] = useAtom(isLogoutDialogOpenAtom)
  const { addresses, isLoading, problem } = useAddresses()
  useLoginFragment()
  useInterruptedLogin()
  useAbandonedLogin(isLoginWanted)
  useLocationPrompts({ mayAsk: !isLoading && !problem && addresses.length === 0, pathname })
  useWishlistIds()
  useServingWarehouse()
  useFirstInteraction()
  usePushSync()

  return (
    <>
      <CartPolling />
      <LocationQuestion />
      {isLogoutOpen && (
        <DialogFrame>
          <Logout onClose={() => setIsLogoutOpen(false)} />
        </DialogFrame>
      )}
    </>
  )
}

/** The login, in the frame that `RequestedDialogs` opens. */
export function Login() {
  const { module, ...state } = useDeferredImport(loadLogin)
  const finish = useFinishLogin()
  return module ? <module.LoginDialog onLoggedIn={finish} /> : <LoginLoading {...state} />
}

/** The location dialogs, in the frame that `RequestedDialogs` opens. */
export function Location() {
  const { module, ...state } = useDeferredImport(loadLocation)
  const { addresses } = useAddresses()
  return module ? <module.LocationDialogs saved={addresses} /> : <LocationLoading {...state} />
}

function LocationQuestion() {
  const isOpen = useAtomValue(isLocationSheetOpenAtom)
  const { module } = useDeferredImport(loadLocationSheet, isOpen)
  return isOpen && module ? <module.LocationSheet /> : null
}

function Logout({ onClose }: { onClose: () => void }) {
  const { module, ...state } = useDeferredImport(loadLogout)
  if (module) return <module.LogoutDialog onClose={onClose} />
  return <LoadingDialog title="Logout" onClose={onClose} {...state} />
}

/**
 * Polls the bag for the header's count; a component of its own, so that dialogs do not render
 * again.
 */
function CartPolling() {
  useCart(rules.cart.badgePollMs)
  return null
}

/** How often to check whether another dialog is still open. */
const retryMs = 500

/** Asks for the location and checks it. The bag page itself says that there is no delivery. */
function useLocationPrompts({ mayAsk, pathname }: { mayAsk: boolean; pathname: string }): void {
  const show = useSetAtom(locationDialogAtom)
  const [isRefused, setIsRefused] = useState(false)
  const isServed = Boolean(useAtomValue(locationAtom)?.delivery)
  const isQuiet = pathname === paths.cart || pathname === paths.checkout
  useLocationPrompt(mayAsk && pathname !== paths.checkout)
  useServiceability(
    useCallback(
      (isServiceable: boolean) => {
        setIsRefused(!isServiceable && !isQuiet)
      },
      [isQuiet],
    ),
  )
  // Another tab may have found that the place is serviceable.
  useEffect(() => {
    if (isServed) show((shown) => (shown === 'unserviceable' ? null : shown))
  }, [isServed, show])
  useEffect(() => {
    if (!isRefused || isQuiet || isServed) return
    const showDialog = () => {
      if (!canOpenPrompt()) return
      setIsRefused(false)
      show('unserviceable')
    }
    const timer = setInterval(showDialog, retryMs)
    // Deferred, because the dialog in which the place was chosen is about to close.
    const initialTimer = setTimeout(showDialog)
    return () => {
      clearInterval(timer)
      clearTimeout(initialTimer)
    }
  }, [isRefused, isQuiet, isServed, show])
}

const loginFragment = '#login'
/** Set when the page was reloaded because the session has ended. */
const expiredFragment = '#login=expired'

/** A URL that ends in one of these fragments opens the login dialog for guests. */
function useLoginFragment(): void {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const isExpired = hash === expiredFragment
    if (hash !== loginFragment && !isExpired) return
    if (!hasStoredUser()) openLogin(isExpired ? 'expired' : undefined)
    void navigate(pathname + search, { replace: true })
  }, [hash, pathname, search, navigate])
}

/** Continues a login that was interrupted by a reload. */
function useInterruptedLogin(): void {
  useEffect(() => {
    if (hasStoredUser()) return
    void hasPendingLogin().then((isPending) => isPending && openLogin())
  }, [])
}

/** Closing the login dialog discards where it would have led. */
function useAbandonedLogin(isModalOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isModalOpen && !hasStoredUser()) {
      localStorage.removeItem(storageKeys.redirectAfterLogin)
      dropAfterLogin()
    }
    wasOpen.current = isModalOpen
  }, [isModalOpen])
}

const ownReadsWithStock = ['cart', 'wishlist']

/** Whether the data of this SWR key has stock. */
const hasStock = (key: unknown) =>
  Array.isArray(key) &&
  (ownReadsWithStock.includes(key[0] as string) ||
    Boolean((publicReads as Record<string, Partial<Call>>)[key[0] as string]?.hasStock))

/** Reads again what has stock when another warehouse serves the chosen location. */
function useServingWarehouse(): void {
  const { mutate } = useSWRConfig()
  const warehouse = useAtomValue(locationAtom)?.delivery?.warehouse
  useEffect(() => {
    if (setWarehouse(warehouse)) void mutate(hasStock)
  }, [warehouse, mutate])
}

const interactionEvents = ['pointerdown', 'pointermove', 'keydown', 'scroll']

/**
 * On the first interaction, reads what the next pages need for every shopper. The tap's own effects come first.
 */
function useFirstInteraction(): void {
  const { mutate } = useSWRConfig()
  useEffect(() => {
    const watching = new AbortController()
    const options = { passive: true, signal: watching.signal }
    const onInteraction = () => {
      watching.abort()
      whenIdle(() => loadAllCategories(mutate))
    }
    for (const type of interactionEvents) addEventListener(type, onInteraction, options)
    return () => watching.abort()
  }, [mutate])
}

/** Returns what to do after a login. The guest's bag is merged first, so that the first read includes it. */
export function useFinishLogin() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function finish(result: LoginResult): Promise<void> {
    saveToken(result.token)
    const showMergedCart = await mergeCart(result)
    if (await isDifferentUser(result)) await clearPreviousUser()
    showMergedCart()
    await saveLastUser(result)
    saveSession(result)
    // Responses to requests of the guest must not be stored for the customer.
    void mutate(() => true)
    void runAfterLogin()
    void syncPush({ isNewSession: true })
    const path = consumeRedirect()
    if (path === paths.checkout) location.assign(path)
    else if (path) await navigate(path)
  }
}

/** A failure is repaired at the next start. */
const syncPush = (how: { isNewSession?: boolean } = {}) =>
  import('#features/notifications/push.ts')
    .then(({ syncPushSubscription }) => syncPushSubscription(how))
    .catch(() => undefined)

/** Compares the push subscription with the server's once the page is idle, where notifications are on. */
function usePushSync() {
  const isLoggedIn = useAtomValue(userIdAtom) !== undefined
  useEffect(() => {
    const mayBeOn = 'Notification' in globalThis && Notification.permission === 'granted'
    if (isLoggedIn && mayBeOn) whenIdle(() => void syncPush())
  }, [isLoggedIn])
}

/** Deletes the data of a previous customer, but keeps the checkout that led to the login. */
async function clearPreviousUser(): Promise<void> {
  localStorage.removeItem(storageKeys.orderSuccessTimestamp)
  sessionStorage.clear()
  await unsubscribeFromPush().catch(() => undefined)
  await Promise.all([clearPersisted(), clearVisitedPages()])
}

/** The page to return to; only paths of this store are accepted. */
function consumeRedirect(): string | undefined {
  const stored = localStorage.getItem(storageKeys.redirectAfterLogin)
  localStorage.removeItem(storageKeys.redirectAfterLogin)
  return stored ? sameOriginPath(stored, location.origin) : undefined
}

/** A stored URL as a path of this store; undefined for other origins. */
export function sameOriginPath(storedUrl: string, origin: string): string | undefined {
  if (!storedUrl.startsWith('/') || !URL.canParse(storedUrl, origin)) return undefined
  const url = new URL(storedUrl, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}

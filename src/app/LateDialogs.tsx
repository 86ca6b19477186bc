import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { logoutQuestionAtom } from '#features/auth/logout/useLogout.ts'
import { useCart } from '#features/cart/cart.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { locationDialogAtom } from '#features/location/popup/locationDialog.ts'
import { isScreenFree, useFirstQuestion } from '#features/location/popup/useFirstQuestion.ts'
import { useServiceability } from '#features/location/useServiceability.ts'
import { useWishlistIds } from '#features/wishlist/hearts.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingDialog } from '#ui/feedback/Spinner.tsx'
import { DialogOpening } from './DialogOpening.tsx'
import { useFirstSign } from './useFirstSign.ts'
import { useGivenUpLogin } from './useGivenUpLogin.ts'
import { useInterruptedLogin } from './useInterruptedLogin.ts'
import { useLoginFragment } from './useLoginFragment.ts'
import { useSignIn } from './useSignIn.ts'

const loadLogin = () => import('#features/auth/login/LoginDialog.tsx')
const loadLocation = () => import('#features/location/popup/LocationDialogs.tsx')
const loadLogout = () => import('#features/auth/logout/LogoutDialog.tsx')

/** The dialogs that can open over any page, each with its program only when it is wanted. */
export function LateDialogs() {
  const { pathname } = useLocation()
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  const isPlaceWanted = useAtomValue(locationDialogAtom) !== null
  const [isLogoutAsked, askLogout] = useAtom(logoutQuestionAtom)
  const { addresses, isLoading, problem } = useAddresses()
  const finish = useSignIn()
  useLoginFragment()
  useInterruptedLogin()
  useGivenUpLogin(isLoginWanted)
  usePlace({ mayAsk: !isLoading && !problem && addresses.length === 0, pathname })
  useWishlistIds()
  useFirstSign()

  return (
    <>
      <BagNews />
      {isLoginWanted && <Login onSignedIn={finish} />}
      {isLogoutAsked && <Logout onClose={() => askLogout(false)} />}
      {isPlaceWanted && <Location saved={addresses} />}
    </>
  )
}

type LoginModule = Awaited<ReturnType<typeof loadLogin>>

function Login(props: ComponentProps<LoginModule['LoginDialog']>) {
  const { module, ...state } = useDeferredImport(loadLogin)
  return module ? <module.LoginDialog {...props} /> : <DialogOpening {...state} />
}

type LogoutModule = Awaited<ReturnType<typeof loadLogout>>

function Logout(props: ComponentProps<LogoutModule['LogoutDialog']>) {
  const { module, ...state } = useDeferredImport(loadLogout)
  if (module) return <module.LogoutDialog {...props} />
  return <LoadingDialog title="Logout" onClose={props.onClose} {...state} />
}

type LocationModule = Awaited<ReturnType<typeof loadLocation>>

function Location(props: ComponentProps<LocationModule['LocationDialogs']>) {
  const { module, ...state } = useDeferredImport(loadLocation)
  return module ? <module.LocationDialogs {...props} /> : <DialogOpening {...state} />
}

/** For the number beside the bag, on whichever page; by itself, so that the bag draws no dialog anew. */
function BagNews() {
  useCart(rules.cart.badgePollMs)
  return null
}

/** How often to check whether another dialog is still open. */
const retryMs = 500

/** Asks for the place and checks it. The bag says by itself that nothing is delivered there. */
function usePlace({ mayAsk, pathname }: { mayAsk: boolean; pathname: string }): void {
  const show = useSetAtom(locationDialogAtom)
  const [isRefused, setIsRefused] = useState(false)
  const isServed = Boolean(useAtomValue(locationAtom)?.delivery)
  const isQuiet = pathname === paths.cart || pathname === paths.checkout
  useFirstQuestion(mayAsk && pathname !== paths.checkout)
  useServiceability(
    useCallback(
      (isServiceable: boolean) => {
        setIsRefused(!isServiceable && !isQuiet)
      },
      [isQuiet],
    ),
  )
  // The yes may also come from another tab, which checked the same place.
  useEffect(() => {
    if (isServed) show((shown) => (shown === 'unserviceable' ? null : shown))
  }, [isServed, show])
  useEffect(() => {
    if (!isRefused || isQuiet || isServed) return
    const showDialog = () => {
      if (!isScreenFree()) return
      setIsRefused(false)
      show('unserviceable')
    }
    const timer = setInterval(showDialog, retryMs)
    // Not at once: the dialog in which the place was chosen is about to close.
    const initialTimer = setTimeout(showDialog)
    return () => {
      clearInterval(timer)
      clearTimeout(initialTimer)
    }
  }, [isRefused, isQuiet, isServed, show])
}

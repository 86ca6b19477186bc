import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'

import { paths } from '#contract/paths.ts'
import type { PurchaseType } from '#contract/cart.ts'
import { currentAddressId } from '#features/account/addresses/addressesAtom.ts'
import { proceedProblem } from '#features/cart/proceedProblem.ts'
import { receiverAtom, receiverProblem, receiverToSend } from '#features/cart/receiver.ts'
import type { useCart } from '#features/cart/cart.ts'
import type { useCoupon } from '#features/coupons/coupon.ts'
import { locationDialogAtom } from '#features/location/locationAtom.ts'
import { ApiError } from '#platform/api/apiError.ts'
import {
  loginPurposeAtom,
  openLogin,
  showAuthModalAtom,
  userIdAtom,
} from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { toastFailure, toastServerMessageOr } from '#platform/toasts.ts'
import type { AddressStep } from './AddressChoice.tsx'
import type { useDeliveryAddress } from './useDeliveryAddress.ts'

const couldNotProceed = toastServerMessageOr("We couldn't continue to payment. Please try again.")

type Bag = {
  cart: Pick<ReturnType<typeof useCart>, 'lines' | 'proceed'>
  address: ReturnType<typeof useDeliveryAddress>
  /** The delivery option; undefined where the previous one is no longer available. */
  chosen: PurchaseType | undefined
  coupon: Pick<ReturnType<typeof useCoupon>, 'couponId' | 'remove'>
  askAddress: (step: AddressStep) => void
  /** Moves to the receiver's details, which must be corrected. */
  askReceiver: () => void
}

/** Leads from the bag to the checkout, asking for one missing thing after the other. */
export function useProceed({ cart, address, chosen, coupon, askAddress, askReceiver }: Bag) {
  const userId = useAtomValue(userIdAtom)
  const typed = useAtomValue(receiverAtom)
  const askPlace = useSetAtom(locationDialogAtom)
  const [isBusy, setIsBusy] = useState(false)
  const login = usePendingLogin()

  async function go() {
    if (!address.hasAddress) return userId ? askAddress('pick') : askPlace('search')
    if (!userId) return login.ask()
    const problem = proceedProblem(cart.lines, chosen)
    if (problem) return toastFailure(problem)()
    const receiverFault = typed && receiverProblem(typed)
    if (receiverFault) {
      askReceiver()
      return toastFailure(receiverFault.message)()
    }
    setIsBusy(true)
    const receiver = receiverToSend(typed)
    // Read after waiting changes are sent: a new address has its id by then.
    const choices = () => ({
      addressId: currentAddressId(address.addressId ?? ''),
      receiver,
      couponId: coupon.couponId,
    })
    // Deletes the state of an earlier order.
    localStorage.removeItem(storageKeys.orderSuccessTimestamp)
    await cart.proceed(choices).then(
      () => location.assign(paths.checkout),
      (error: unknown) => {
        // A coupon that does not apply any more, for example to this delivery option, is removed.
        if (error instanceof ApiError && error.code === 'coupon_not_applicable') coupon.remove()
        return couldNotProceed(error)
      },
    )
    setIsBusy(false)
  }

  // Continues once the dialog is closed and the customer's data is loaded.
  const isReady = login.isDone && !address.isLoading
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => {
      login.settle()
      void go()
    })
    return () => clearTimeout(timer)
  })

  return { isBusy, proceed: () => void go() }
}

/** Whether the login was opened on the way; closing it cancels the checkout. */
function usePendingLogin() {
  const [purpose, setPurpose] = useAtom(loginPurposeAtom)
  const userId = useAtomValue(userIdAtom)
  const isModalOpen = useAtomValue(showAuthModalAtom)
  const isPending = purpose === 'checkout'
  const isGivenUp = isPending && !isModalOpen && !userId
  useEffect(() => {
    if (isGivenUp) setPurpose(undefined)
  }, [isGivenUp, setPurpose])
  return {
    isDone: isPending && !isModalOpen && userId !== undefined,
    ask: () => openLogin('checkout'),
    settle: () => setPurpose(undefined),
  }
}

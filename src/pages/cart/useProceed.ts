import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'

import { paths } from '#contract/paths.ts'
import type { PurchaseType } from '#contract/cart.ts'
import { currentAddressId } from '#features/account/addresses/addressesAtom.ts'
import { proceedProblem } from '#features/cart/proceedProblem.ts'
import { receiverAtom, receiverProblem, receiverToSend } from '#features/cart/receiver.ts'
import type { useCart } from '#features/cart/cart.ts'
import type { useCoupon } from '#features/coupons/coupon.ts'
import { locationDialogAtom } from '#features/location/popup/locationDialog.ts'
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
  /** The delivery option; undefined where what was chosen before cannot be had any more. */
  chosen: PurchaseType | undefined
  coupon: Pick<ReturnType<typeof useCoupon>, 'couponId' | 'remove'>
  askAddress: (step: AddressStep) => void
  /** Leads to the receiver's details, which have to be corrected. */
  askReceiver: () => void
}

/** From the bag to the checkout: what is missing is asked for, one thing after the other. */
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
    // Asked for once nothing waits any more: an address that was just added has its id by then.
    const choices = () => ({
      addressId: currentAddressId(address.addressId ?? ''),
      receiver,
      couponId: coupon.couponId,
    })
    // What is left of an earlier order has nothing to say about this one.
    localStorage.removeItem(storageKeys.orderSuccessTimestamp)
    await cart.proceed(choices).then(
      () => location.assign(paths.checkout),
      (error: unknown) => {
        // What does not fit this bag any more, such as one for the other way of buying, comes off.
        if (error instanceof ApiError && error.code === 'coupon_not_applicable') coupon.remove()
        return couldNotProceed(error)
      },
    )
    setIsBusy(false)
  }

  // Once the modal is gone and the user's own things are there, it goes on by itself.
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

/** Whether a login was asked for on the way; who closes the modal does not want to go on. */
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

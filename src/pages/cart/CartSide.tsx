import { atom, useAtomValue, useSetAtom, useAtom } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'

import type { PurchaseType } from '#contract/cart/cart.ts'
import { paths } from '#contract/pages/paths.ts'
import { DeliveryAddressPanel } from '#features/account/addresses/DeliveryAddressPanel.tsx'
import { currentAddressId } from '#features/account/addresses/addressesAtom.ts'
import { DeliveryOptionPicker } from '#features/cart/delivery/DeliveryOptionPicker.tsx'
import {
  ReceiverForm,
  useReceiver,
  receiverAtom,
  receiverProblem,
  receiverToSend,
} from '#features/cart/Receiver.tsx'
import type { useCart } from '#features/cart/cart.ts'
import { chooseDelivery, saveForCheckout } from '#features/cart/cartChanges.ts'
import {
  exceedsStock,
  tryAndBuyProblem,
  useSummary,
  proceedProblem,
} from '#features/cart/cartSummary.ts'
import { canBePaid } from '#features/checkout/payment/paymentMethods.ts'
import { CouponButton, CouponDrawer } from '#features/coupons/CouponDrawer.tsx'
import { useCoupon } from '#features/coupons/coupon.ts'
import { ArrivalTime } from '#features/location/ArrivalTime.tsx'
import { locationDialogAtom } from '#features/location/locationAtom.ts'
import { ApiError } from '#platform/api/apiError.ts'
import {
  openLogin,
  userAtom,
  loginPurposeAtom,
  showAuthModalAtom,
  userIdAtom,
} from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { toastFailure, toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { ActionBar, actionProblemId } from '#ui/layout/ActionBar.tsx'
import { SummaryList } from '#ui/layout/SummaryList.tsx'
import { Money } from '#ui/text/Price.tsx'
import {
  DeliveryAddressDialogs,
  type AddressStep,
  type useDeliveryAddress,
} from './DeliveryAddress.tsx'

const couldNotChoose = () => toastFailure('Could not update delivery option')
const brandUnavailable = 'Try and Buy is not available for some items in your cart'

type Props = {
  cart: ReturnType<typeof useCart>
  address: ReturnType<typeof useDeliveryAddress>
}

/** Delivery, address and coupon of the whole bag, and the button to the checkout. */
export function CartSide({ cart, address }: Props) {
  const { lines } = cart
  const user = useAtomValue(userAtom)
  const openLocation = useSetAtom(locationDialogAtom)
  const [addressStep, setAddressStep] = useState<AddressStep | null>(null)
  const [areCouponsOpen, setAreCouponsOpen] = useState(false)
  const coupon = useCoupon({ lines, stored: cart.coupon })
  const receiver = useReceiver({
    name: user?.name ?? '',
    contactNumber: user?.contactNumber ?? '',
  })
  const savedType = lines[0]?.purchaseType ?? 'Standard'
  const hasTrial = canBePaid('Try and Buy') && address.delivery?.tryAndBuy === true
  // The chosen city has no Try & Buy: the shopper decides what to do with the bag.
  const isTrialUnavailable =
    savedType === 'Try and Buy' && !hasTrial && address.delivery !== undefined
  const chosen = isTrialUnavailable ? undefined : savedType
  // A trial that is not possible is not charged.
  const { summary, deliveryOptions } = useSummary(lines, coupon.discount, chosen ?? 'Standard')
  const shown: PurchaseType[] =
    hasTrial || savedType === 'Try and Buy' ? ['Try and Buy', 'Standard'] : ['Standard']
  const { proceed, isBusy } = useProceed({
    cart,
    chosen,
    address,
    coupon,
    askAddress: setAddressStep,
    askReceiver: receiver.askForCorrection,
  })

  const askLoginForCoupon = useCouponAfterLogin({
    apply: coupon.apply,
    isAddressLoading: address.isLoading,
    openCoupons: () => setAreCouponsOpen(true),
  })

  const couponRef = useRef<HTMLDivElement>(null)
  const actionRef = useRef<HTMLDivElement>(null)
  useRestoreFocus(areCouponsOpen, couponRef)
  useRestoreFocus(addressStep !== null, actionRef)

  const trialProblem = tryAndBuyProblem(lines)
  const choose = (purchaseType: PurchaseType) => {
    if (purchaseType === 'Try and Buy' && trialProblem) {
      const isAboutBrand = lines.some(({ productId }) => !productId.brand.is_try_and_buy_visible)
      return void toastFailure(isAboutBrand ? brandUnavailable : trialProblem)
    }
    void chooseDelivery(lines, purchaseType).catch(couldNotChoose)
  }

  const changeAddress = (
    <TextButton
      onClick={() => (user ? setAddressStep(firstStep(address)) : openLocation('search'))}
    >
      Change Address
    </TextButton>
  )
  return (
    <>
      <DeliveryOptionPicker
        options={shown.map((purchaseType) => ({
          ...deliveryOptions[purchaseType],
          problem:
            isTrialUnavailable && purchaseType === 'Try and Buy'
              ? 'Not available for the chosen address'
              : undefined,
          notice: purchaseType === 'Try and Buy' ? trialProblem : undefined,
        }))}
        value={chosen}
        onChoose={choose}
      />
      <div ref={couponRef}>
        <CouponButton
          name={coupon.name}
          problem={coupon.problem}
          onOpen={() => (user ? setAreCouponsOpen(true) : askLoginForCoupon())}
          onBrowse={user ? undefined : () => setAreCouponsOpen(true)}
          onRemove={() => {
            coupon.remove()
            setTimeout(() => restoreFocus(couponRef))
          }}
        />
      </div>
      <SummaryList summary={summary} />
      <DeliveryAddressPanel
        text={address.text}
        isPending={address.isPending}
        arrival={
          address.hasAddress &&
          !lines.some(exceedsStock) && <ArrivalTime delivery={address.delivery} />
        }
        change={changeAddress}
      />
      <ReceiverForm receiver={receiver} />
      <ActionBar
        total={<Money paise={summary.total} />}
        problem={
          address.problem && (
            <>
              <span>{`${address.problem}. `}</span>
              {changeAddress}
            </>
          )
        }
      >
        <div ref={actionRef}>
          <Button
            variant="primary"
            isWide
            disabled={address.problem !== undefined}
            aria-describedby={address.problem && actionProblemId}
            isBusy={isBusy}
            onClick={proceed}
          >
            {address.hasAddress ? 'Proceed to Payment' : 'Select Address to Proceed'}
          </Button>
        </div>
      </ActionBar>
      {areCouponsOpen && (
        <CouponDrawer
          cart={coupon.cart}
          onApply={coupon.apply}
          onLogin={(code) => {
            setAreCouponsOpen(false)
            askLoginForCoupon(code)
          }}
          onClose={() => setAreCouponsOpen(false)}
        />
      )}
      {addressStep && <DeliveryAddressDialogs step={addressStep} onStep={setAddressStep} />}
    </>
  )
}

/** There is nothing to choose from before the first address. */
const firstStep = ({ isFirst }: Pick<Props['address'], 'isFirst'>): AddressStep =>
  isFirst ? 'add' : 'pick'

type Container = RefObject<HTMLElement | null>

/** Focuses the first button in the container if the focused control was removed from the page. */
function restoreFocus(container: Container) {
  if (document.activeElement !== document.body) return
  container.current?.querySelector('button')?.focus({ preventScroll: true })
}

/**
 * Moves focus into the container when a dialog closes whose opener is gone, for example after a
 * login.
 */
function useRestoreFocus(isOpen: boolean, container: Container): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    const timer = setTimeout(() => restoreFocus(container))
    return () => clearTimeout(timer)
  }, [isOpen, container])
}

const couldNotProceed = toastServerMessageOr('We couldn’t continue to payment. Please try again.')

/** Longer than sending the pending changes and opening the checkout take on a slow connection. */
const maxLeaveMs = 30_000

type ProceedOptions = {
  cart: Pick<ReturnType<typeof useCart>, 'lines'>
  address: ReturnType<typeof useDeliveryAddress>
  /** The delivery option; undefined where the previous one is no longer available. */
  chosen: PurchaseType | undefined
  coupon: Pick<ReturnType<typeof useCoupon>, 'couponId' | 'remove'>
  askAddress: (step: AddressStep) => void
  /** Moves to the receiver's details, which must be corrected. */
  askReceiver: () => void
}

/** Leads from the bag to the checkout. Asks for missing details one after the other. */
export function useProceed({
  cart,
  address,
  chosen,
  coupon,
  askAddress,
  askReceiver,
}: ProceedOptions) {
  const userId = useAtomValue(userIdAtom)
  const typed = useAtomValue(receiverAtom)
  const openLocation = useSetAtom(locationDialogAtom)
  const [isBusy, setIsBusy] = useState(false)
  const login = usePendingLogin('checkout')

  async function proceed() {
    if (!address.hasAddress) return userId ? askAddress(firstStep(address)) : openLocation('search')
    if (!userId) return login.open()
    const problem = proceedProblem(cart.lines, chosen)
    if (problem) return toastFailure(problem)
    const receiverFault = typed && receiverProblem(typed)
    if (receiverFault) {
      askReceiver()
      return toastFailure(receiverFault.message)
    }
    setIsBusy(true)
    const receiver = receiverToSend(typed)
    // Read after pending changes are sent: a new address has its id by then.
    const details = () => ({
      addressId: currentAddressId(address.addressId ?? ''),
      receiver,
      couponId: coupon.couponId,
    })
    // Deletes the state of an earlier order.
    localStorage.removeItem(storageKeys.orderSuccessTimestamp)
    await saveForCheckout(details).then(
      () => location.assign(paths.checkout),
      (error: unknown) => {
        setIsBusy(false)
        // A coupon that does not apply any more, for example to this delivery option, is removed.
        if (error instanceof ApiError && error.code === 'coupon_not_applicable') coupon.remove()
        return couldNotProceed(error)
      },
    )
  }

  // The checkout is a document of its own: the button stays busy until it opens, and is ready again
  // after Back, or if it does not open.
  useEffect(() => {
    if (!isBusy) return
    const ready = () => setIsBusy(false)
    const timer = setTimeout(ready, maxLeaveMs)
    addEventListener('pageshow', ready)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', ready)
    }
  }, [isBusy])

  // Continues once the dialog is closed and the customer's data is loaded.
  const isReady = login.isDone && !address.isLoading
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => {
      login.settle()
      void proceed()
    })
    return () => clearTimeout(timer)
  })

  return { isBusy, proceed: () => void proceed() }
}

/** The coupon that a guest chose. The login replaces the rendered bag, so no component could keep it. */
const chosenCouponAtom = atom<string>()

type AfterLogin = {
  apply: (code: string) => Promise<string | undefined>
  isAddressLoading: boolean
  openCoupons: () => void
}

/**
 * Applies the coupon that a guest chose once they have logged in. Without one, and after a reload,
 * the coupons open.
 */
function useCouponAfterLogin({ apply, isAddressLoading, openCoupons }: AfterLogin) {
  const [code, setCode] = useAtom(chosenCouponAtom)
  const login = usePendingLogin('coupon')

  async function applyChosen() {
    setCode(undefined)
    if (!code) return openCoupons()
    const refusal = await apply(code)
    await (refusal ? toastFailure(refusal) : toastSuccess('Coupon applied successfully!'))
  }

  const isReady = login.isDone && !isAddressLoading
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => {
      login.settle()
      void applyChosen()
    })
    return () => clearTimeout(timer)
  })

  return (chosen?: string) => {
    setCode(chosen)
    login.open()
  }
}

/**
 * A login that was opened on the way to the checkout or to a coupon. Closing it cancels what was to
 * follow.
 */
function usePendingLogin(followUp: 'checkout' | 'coupon') {
  const [purpose, setPurpose] = useAtom(loginPurposeAtom)
  const userId = useAtomValue(userIdAtom)
  const isModalOpen = useAtomValue(showAuthModalAtom)
  const isPending = purpose === followUp
  const isCancelled = isPending && !isModalOpen && !userId
  useEffect(() => {
    if (isCancelled) setPurpose(undefined)
  }, [isCancelled, setPurpose])
  return {
    isDone: isPending && !isModalOpen && userId !== undefined,
    open: () => openLogin(followUp),
    settle: () => setPurpose(undefined),
  }
}

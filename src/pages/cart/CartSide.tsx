import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'

import type { PurchaseType } from '#contract/cart.ts'
import { DeliveringTo } from '#features/account/addresses/DeliveringTo.tsx'
import { DeliveryChoice } from '#features/cart/DeliveryChoice.tsx'
import { trialObstacle } from '#features/cart/proceedProblem.ts'
import { ReceiverForm } from '#features/cart/ReceiverForm.tsx'
import type { useCart } from '#features/cart/cart.ts'
import { useReceiver } from '#features/cart/receiver.ts'
import { useSummary } from '#features/cart/summary.ts'
import { canBePaid } from '#features/checkout/payment/paymentMethods.ts'
import { CouponButton, CouponDrawer } from '#features/coupons/CouponDrawer.tsx'
import { useCoupon } from '#features/coupons/coupon.ts'
import { locationDialogAtom } from '#features/location/locationAtom.ts'
import { openLogin, userAtom } from '#platform/session/session.ts'
import { toastFailure } from '#platform/toasts.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { StepBar, stepProblemId, SummaryList } from '#ui/layout/SummaryList.tsx'
import { Money } from '#ui/text/Price.tsx'
import { AddressChoice, type AddressStep } from './AddressChoice.tsx'
import type { useDeliveryAddress } from './useDeliveryAddress.ts'
import { useProceed } from './useProceed.ts'

const couldNotChoose = toastFailure('Could not update delivery option')
const notForAll = toastFailure('Try and Buy is not available for some items in your cart')

type Props = {
  cart: ReturnType<typeof useCart>
  address: ReturnType<typeof useDeliveryAddress>
}

/** The choices for the whole bag, and the button to the checkout. */
export function CartSide({ cart, address }: Props) {
  const { lines, chooseDelivery } = cart
  const user = useAtomValue(userAtom)
  const askPlace = useSetAtom(locationDialogAtom)
  const [addressStep, setAddressStep] = useState<AddressStep | null>(null)
  const [areCouponsOpen, setAreCouponsOpen] = useState(false)
  const coupon = useCoupon({ lines, stored: cart.coupon })
  const receiver = useReceiver({
    name: user?.name ?? '',
    contactNumber: user?.contactNumber ?? '',
  })
  const kept = lines[0]?.purchaseType ?? 'Standard'
  const hasTrial = canBePaid('Try and Buy') && address.delivery?.tryAndBuy === true
  // The chosen city has no Try & Buy: the shopper decides what to do with the bag.
  const isTrialElsewhere = kept === 'Try and Buy' && !hasTrial && address.delivery !== undefined
  const chosen = isTrialElsewhere ? undefined : kept
  // A trial that is not possible is not charged.
  const { summary, ways } = useSummary(lines, coupon.discount, chosen ?? 'Standard')
  const shown: PurchaseType[] =
    hasTrial || kept === 'Try and Buy' ? ['Try and Buy', 'Standard'] : ['Standard']
  const { proceed, isBusy } = useProceed({
    cart,
    chosen,
    address,
    coupon,
    askAddress: setAddressStep,
    askReceiver: receiver.askForCorrection,
  })

  const choose = (purchaseType: PurchaseType) => {
    const obstacle = purchaseType === 'Try and Buy' ? trialObstacle(lines) : undefined
    void (obstacle ? notForAll() : chooseDelivery(purchaseType).catch(couldNotChoose))
  }

  const changeAddress = (
    <TextButton onClick={() => (user ? setAddressStep('pick') : askPlace('search'))}>
      Change Address
    </TextButton>
  )
  return (
    <>
      <DeliveryChoice
        ways={shown.map((purchaseType) => ({
          ...ways[purchaseType],
          obstacle:
            isTrialElsewhere && purchaseType === 'Try and Buy'
              ? 'Not available for the chosen address'
              : undefined,
        }))}
        value={chosen}
        onChoose={choose}
      />
      <CouponButton
        name={coupon.name}
        problem={coupon.problem}
        onOpen={() => (user ? setAreCouponsOpen(true) : openLogin())}
        onRemove={coupon.remove}
      />
      <SummaryList summary={summary} />
      <DeliveringTo text={address.text} isUnsent={address.isUnsent} change={changeAddress} />
      <ReceiverForm receiver={receiver} />
      <StepBar
        total={<Money paise={summary.total} />}
        problem={
          address.problem && (
            <>
              {address.problem}. {changeAddress}
            </>
          )
        }
      >
        <Button
          variant="go"
          isWide
          disabled={address.problem !== undefined}
          aria-describedby={address.problem && stepProblemId}
          isBusy={isBusy}
          onClick={proceed}
        >
          {address.hasAddress ? 'Proceed to Payment' : 'Select Address to Proceed'}
        </Button>
      </StepBar>
      {areCouponsOpen && (
        <CouponDrawer
          bag={coupon.bag}
          onApply={coupon.apply}
          onClose={() => setAreCouponsOpen(false)}
        />
      )}
      {addressStep && <AddressChoice step={addressStep} onStep={setAddressStep} />}
    </>
  )
}

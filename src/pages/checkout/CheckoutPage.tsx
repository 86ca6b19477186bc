import { useAtomValue } from 'jotai'
import { type ComponentProps, useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

import { paths, trackingPath } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { OrderPlaced } from '#features/checkout/OrderPlaced.tsx'
import { placedOrderAtom } from '#features/checkout/placedOrderAtom.ts'
import { SleepingBanner } from '#features/cart/SleepingBanner.tsx'
import { useCart } from '#features/cart/cart.ts'
import { useIsReady } from '#platform/rendering/delayedState.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useCheckoutAddress } from './useCheckoutAddress.ts'
import { CheckoutForm } from './CheckoutForm.tsx'

/** Loaded as a document of its own: its data is on the server or in storage. */
export default function CheckoutPage() {
  const cart = useCart()
  const address = useCheckoutAddress(cart.addressId)
  const order = usePlacedOrder()
  // Rendered together, because a late address would move what is below.
  const isAddressDone = useIsReady(address.isKnown, rules.request.softLimitMs)
  // An order was placed, whatever is in the bag.
  if (!order && cart.problem) throw cart.problem
  if (!order && (cart.isLoading || !isAddressDone))
    return <EmptyState title="Loading..." isWaiting />
  return (
    <>
      <SleepingBanner />
      {order ? <OrderPlaced {...order} /> : <Checkout cart={cart} address={address} />}
    </>
  )
}

type Props = ComponentProps<typeof CheckoutForm>

function Checkout({ cart, address }: Props) {
  const wasPlaced = localStorage.getItem(storageKeys.orderSuccessTimestamp) !== null
  if (wasPlaced && cart.lines.length === 0) {
    return (
      <EmptyState title="Your order is placed succesfully!">
        <ButtonLink to={paths.tracking} variant="go">
          Track Order
        </ButtonLink>
      </EmptyState>
    )
  }
  return <CheckoutForm cart={cart} address={address} />
}

/** The placed order, and the link to its tracking page. */
function usePlacedOrder() {
  const placed = useAtomValue(placedOrderAtom)
  const navigate = useNavigate()
  const since = localStorage.getItem(storageKeys.orderSuccessTimestamp)
  const orderId = placed?.order._id
  const onDone = useCallback(() => {
    localStorage.removeItem(storageKeys.orderSuccessTimestamp)
    void navigate(orderId ? trackingPath(orderId) : paths.tracking, { replace: true })
  }, [navigate, orderId])
  return since && placed ? { ...placed, sinceMs: Number(since), onDone } : undefined
}

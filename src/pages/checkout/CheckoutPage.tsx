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
import { useCheckoutAddress } from './useKeptAddress.ts'
import { CheckoutForm } from './CheckoutForm.tsx'

/** A document of its own: what it needs is on the server or in storage. */
export default function CheckoutPage() {
  const cart = useCart()
  const address = useCheckoutAddress(cart.addressId)
  const order = usePlacedOrder()
  // Drawn together: an address that came later would move what is below it.
  const isAddressDone = useIsReady(address.isKnown, rules.request.softLimitMs)
  // Whatever becomes of the bag: there is an order.
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

/** The order that was just placed, and the way on from it. */
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

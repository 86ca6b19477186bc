import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import { isActive } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { placedOrderAtom } from '#features/checkout/placedOrderAtom.ts'
import { DeliveryPromise } from '#features/location/DeliveryPromise.tsx'
import { ActiveOrders } from '#features/orders/ActiveOrders.tsx'
import { TrackedOrder } from '#features/orders/TrackedOrder.tsx'
import { TrackingFrame } from '#features/orders/TrackingFrame.tsx'
import { useOrders } from '#features/orders/useOrders.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

const art = '/images/empty-orders.svg'

export default function TrackingPage() {
  const { orders, isLoading } = useOrders()
  const [params, setParams] = useSearchParams()
  const active = orders.filter(({ orderStatus }) => isActive(orderStatus))
  const id = params.get('id')
  const newestId = active[0]?._id
  const setPlaced = useSetAtom(placedOrderAtom)

  useEffect(() => void setPlaced(() => null), [setPlaced])

  useEffect(() => {
    if (!id && newestId) setParams({ id: newestId }, { replace: true })
  }, [id, newestId, setParams])

  if (isLoading) return <EmptyState title="Loading..." />
  const order = active.find(({ _id }) => _id === (id ?? newestId))
  if (order) {
    return (
      <TrackingFrame side={<ActiveOrders orders={active} chosenId={order._id} />}>
        <TrackedOrder order={order} extra={<DeliveryPromise />} />
      </TrackingFrame>
    )
  }
  if (!id) {
    return (
      <EmptyState title="You dont have any active orders." art={art}>
        <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
      </EmptyState>
    )
  }
  if (!orders.some(({ _id }) => _id === id)) {
    return (
      <EmptyState title="Order id in url is not correct." art={art}>
        <ButtonLink to={paths.tracking}>Track Order</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="This order is completed. Check this order in your order history." art={art}>
      <ButtonLink to={paths.orders}>Go to Orders</ButtonLink>
    </EmptyState>
  )
}

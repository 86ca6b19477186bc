import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import { isActive, type Order } from '#contract/orders/order.ts'
import { paths } from '#contract/pages/paths.ts'
import { forgetPlaced } from '#features/checkout/checkoutRecord.ts'
import { OrderNotificationOffer } from '#features/notifications/OrderNotificationOffer.tsx'
import {
  ActiveOrders,
  CompletedOrder,
  NoActiveOrders,
  TrackingLayout,
  TrackedOrder,
} from '#features/orders/tracking/TrackedOrder.tsx'
import { OrderAgeNote, StatusAnnouncer } from '#features/orders/details/OrderStatus.tsx'
import { useOrders } from '#features/orders/useOrders.ts'
import { WriteReview } from '#features/reviews/WriteReview.tsx'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { OrderHelp } from './OrderHelp.tsx'

export default function TrackingPage() {
  const { orders, isLoading, isConfirmed, savedAt, reload } = useOrders()
  const [params, setParams] = useSearchParams()
  const active = orders.filter(({ orderStatus }) => isActive(orderStatus))
  const id = params.get('id')
  const isKnown = isConfirmed || savedAt !== undefined
  const newestId = active[0]?._id

  useEffect(() => void forgetPlaced(), [])

  useEffect(() => {
    if (!isKnown || id || !newestId) return
    // While the page of a tapped link loads, this one is still shown: the tap must not be undone.
    if (window.location.pathname !== paths.tracking) return
    // An overlay in the stored history state may be outdated, so the page does not start with it.
    setParams({ id: newestId }, { replace: true })
  }, [isKnown, id, newestId, setParams])

  if (isLoading) return <EmptyState title="Loading..." isLoading />
  const order = active.find(({ _id }) => _id === (id ?? newestId))
  const completed = orders.find(({ _id }) => _id === id)
  return (
    <>
      <StatusAnnouncer orders={orders} />
      {order ? (
        <TrackingLayout side={<ActiveOrders orders={active} chosenId={order._id} />}>
          <TrackedOrder
            order={order}
            rider={order.orderStatus === 'On the way' && <DeferredRider order={order} />}
            notificationOffer={<OrderNotificationOffer />}
            help={<OrderHelp order={order} />}
            savedAt={savedAt}
          />
        </TrackingLayout>
      ) : completed ? (
        <TrackingLayout side={<ActiveOrders orders={active} chosenId={undefined} />}>
          <CompletedOrder
            order={completed}
            review={({ productId, isReviewed }) => (
              <WriteReview product={productId} isReviewed={isReviewed} onSent={reload} />
            )}
            help={<OrderHelp order={completed} />}
            savedAt={savedAt}
          />
        </TrackingLayout>
      ) : (
        <NoActiveOrders hasOrderId={id !== null} ageNote={<OrderAgeNote savedAt={savedAt} />} />
      )}
    </>
  )
}

const loadRider = () => import('./RiderOnTheWay.tsx')

/** Most visits see no rider, so its code is loaded while one is on the way. */
function DeferredRider({ order }: { order: Order }) {
  const { module } = useDeferredImport(loadRider)
  return module ? <module.default order={order} /> : null
}

import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { CancelDialog } from '#features/orders/CancelDialog.tsx'
import { OrderDetails } from '#features/orders/OrderDetails.tsx'
import { useOrder } from '#features/orders/useOrder.ts'
import { WriteReview } from '#features/reviews/WriteReview.tsx'
import { tell, tellFailure, tellServerMessageOr } from '#platform/tell.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

const couldNotCancel = tellFailure('Failed to cancel order')

const couldNotSend = tellServerMessageOr('Could not send the payment link. Please try again.')

/** Whether cancelling is only asked about, or under way. */
type Cancelling = 'asked' | 'sent' | null

export default function OrderPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { order, isMissing, problem, cancel, sendLink } = useOrder(params.get('id') ?? '')
  const [cancelling, setCancelling] = useState<Cancelling>(null)
  if (problem) throw problem

  async function cancelNow(wanted: Order) {
    setCancelling('sent')
    const isDone = await cancel(wanted).then(
      () => true,
      () => couldNotCancel().then(() => false),
    )
    setCancelling(null)
    if (!isDone) return
    void tell('Order cancelled successfully')
    void navigate(paths.tracking)
  }

  async function sendLinkNow(): Promise<boolean> {
    const { success, msg } = await sendLink()
    await (success ? tell(msg) : tellFailure(msg)())
    return success
  }

  if (isMissing) {
    return (
      <EmptyState title="This order does not exist" art="/images/empty-orders.svg">
        <ButtonLink to={paths.orders}>Go to Orders</ButtonLink>
      </EmptyState>
    )
  }
  if (!order) return <EmptyState title="Loading..." />
  return (
    <>
      <OrderDetails
        order={order}
        onCancel={() => setCancelling('asked')}
        onSendLink={() => sendLinkNow().catch((error) => couldNotSend(error).then(() => false))}
        lineExtra={(line) =>
          order.deliveredAt && line.status !== 'Cancelled' ? (
            <WriteReview product={line.productId} />
          ) : undefined
        }
      />
      {cancelling && (
        <CancelDialog
          orderID={order.orderID}
          isCancelling={cancelling === 'sent'}
          onCancel={() => void cancelNow(order)}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  )
}

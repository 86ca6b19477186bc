import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import type { Order, OrderLine } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { CancelDialog, OrderDetails } from '#features/orders/details/OrderDetails.tsx'
import {
  canReturn,
  ReturnButtons,
  type ReturnKind,
} from '#features/orders/returns/ReturnButtons.tsx'
import { useOrder } from '#features/orders/useOrders.ts'
import { WriteReview } from '#features/reviews/WriteReview.tsx'
import { toastSuccess, toastFailure, toastServerMessageOr } from '#platform/toasts.ts'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { ReturnOrExchange } from './ReturnOrExchange.tsx'

const couldNotCancel = toastFailure('Failed to cancel order')

const couldNotSend = toastServerMessageOr("We couldn't send the payment link. Please try again.")

/** Whether the confirmation is open or the cancellation is being sent. */
type Cancelling = 'asked' | 'sent' | null

type SendingBack = { line: OrderLine; way: ReturnKind }

export default function OrderPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { order, isMissing, problem, savedAt, ...verbs } = useOrder(params.get('id') ?? '')
  const { cancel, sendLink, reload } = verbs
  const [sendingBack, setSendingBack] = useState<SendingBack>()
  const [nowMs] = useState(() => Date.now())
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
    void toastSuccess('Order cancelled successfully')
    void navigate(paths.tracking)
  }

  async function sendLinkNow(): Promise<boolean> {
    const { success, msg } = await sendLink()
    await (success ? toastSuccess(msg) : toastFailure(msg)())
    return success
  }

  if (isMissing) {
    return (
      <EmptyState title="This order does not exist" art="/images/empty-orders.svg">
        <ButtonLink to={paths.orders}>Go to Orders</ButtonLink>
      </EmptyState>
    )
  }
  if (!order) return <EmptyState title="Loading..." isWaiting />
  return (
    <>
      <OrderDetails
        order={order}
        savedAt={savedAt}
        onCancel={() => setCancelling('asked')}
        onSendLink={() => sendLinkNow().catch((error) => couldNotSend(error).then(() => false))}
        extra={<OrderPapers order={order} />}
        lineActions={(line) =>
          canReturn(order, line, nowMs) && (
            <ReturnButtons
              productName={line.productId.name}
              onChoose={(way) => setSendingBack({ line, way })}
            />
          )
        }
        lineExtra={(line) =>
          order.deliveredAt && line.status !== 'Cancelled' ? (
            <WriteReview product={line.productId} />
          ) : undefined
        }
      />
      {sendingBack && (
        <ReturnOrExchange
          order={order}
          line={sendingBack.line}
          first={sendingBack.way}
          onSent={() => void reload()}
          onClose={() => setSendingBack(undefined)}
        />
      )}
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

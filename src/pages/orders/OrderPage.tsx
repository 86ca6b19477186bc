import { useState, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSetAtom } from 'jotai'

import type { Product } from '#contract/catalogue/product.ts'
import type { Order, OrderLine } from '#contract/orders/order.ts'
import { paths, trackingPath } from '#contract/pages/paths.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { CancelDialog } from '#features/orders/details/CancelDialog.tsx'
import { OrderDetails } from '#features/orders/details/OrderDetails.tsx'
import { hasInvoice, InvoiceDialog, useInvoice } from '#features/orders/invoice/InvoiceDialog.tsx'
import {
  MissingItemsDialog,
  useOrderAgain,
  useReturnOrExchange,
} from '#features/orders/orderActions.tsx'
import {
  canReturn,
  ReturnButtons,
  type ReturnKind,
} from '#features/orders/returns/ReturnButtons.tsx'
import { ExchangeSheet, ReturnSheet } from '#features/orders/returns/ReturnSheets.tsx'
import { useOrder } from '#features/orders/useOrders.ts'
import { SizeChartDialog, useSizeChart } from '#features/product/sizes/SizeChartDialog.tsx'
import { WriteReview } from '#features/reviews/WriteReview.tsx'
import { toastSuccess, toastFailure, toastServerMessageOr } from '#platform/toasts.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ButtonLink, Button, TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { OrderHelp } from './OrderHelp.tsx'
import { RefundAccountForm } from './returns/RefundAccountForm.tsx'
import { WithdrawReturn } from './returns/WithdrawReturn.tsx'

const couldNotCancel = () => toastFailure('Failed to cancel order')

const couldNotSend = toastServerMessageOr('We couldn’t send the payment link. Please try again.')

/** Whether the confirmation is open, the cancellation is being sent, or it has failed. */
type Cancelling = 'asked' | 'sent' | 'failed' | null

type ReturnSelection = { line: OrderLine; kind: ReturnKind }

export default function OrderPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { order, isMissing, problem, savedAt, ...actions } = useOrder(params.get('id') ?? '')
  const { cancel, sendLink, reload } = actions
  const [returnSelection, setReturnSelection] = useState<ReturnSelection>()
  const [nowMs] = useState(serverNowMs)
  const terms = useStoreTerms()
  const [cancelling, setCancelling] = useState<Cancelling>(null)
  if (problem) throw problem

  async function cancelNow(cancelled: Order) {
    setCancelling('sent')
    const isDone = await cancel(cancelled).then(
      () => true,
      () => couldNotCancel().then(() => false),
    )
    setCancelling(isDone ? null : 'failed')
    if (!isDone) return
    void toastSuccess('Order cancelled successfully')
    void navigate(trackingPath(cancelled._id))
  }

  async function sendLinkNow(): Promise<boolean> {
    const { success, msg } = await sendLink()
    await (success ? toastSuccess(msg) : toastFailure(msg))
    return success
  }

  if (isMissing) {
    return (
      <EmptyState title="This order does not exist" art="/images/empty-orders.svg">
        <ButtonLink to={paths.orders}>Go to Orders</ButtonLink>
      </EmptyState>
    )
  }
  if (!order) return <EmptyState title="Loading..." isLoading />
  return (
    <>
      <OrderDetails
        order={order}
        savedAt={savedAt}
        onCancel={() => setCancelling('asked')}
        onSendLink={() => sendLinkNow().catch((error) => couldNotSend(error).then(() => false))}
        extra={
          <>
            <InvoiceAndReorder order={order} />
            <RefundAccountForm order={order} onSaved={() => void reload()} />
            <OrderHelp order={order} />
          </>
        }
        lineActions={(line) => (
          <>
            <WithdrawReturn order={order} line={line} onDone={() => void reload()} />
            {canReturn(order, line, { nowMs, terms }) && (
              <ReturnButtons
                productName={line.productId.name}
                onChoose={(kind) => setReturnSelection({ line, kind })}
              />
            )}
          </>
        )}
        lineExtra={(line) =>
          order.deliveredAt && line.status !== 'Cancelled' ? (
            <WriteReview
              product={line.productId}
              isReviewed={line.isReviewed}
              onSent={() => void reload()}
            />
          ) : undefined
        }
      />
      {returnSelection && (
        <ReturnOrExchange
          order={order}
          line={returnSelection.line}
          initialKind={returnSelection.kind}
          onSent={() => void reload()}
          onClose={() => setReturnSelection(undefined)}
        />
      )}
      {cancelling && (
        <CancelDialog
          order={order}
          isCancelling={cancelling === 'sent'}
          hasFailed={cancelling === 'failed'}
          onCancel={() => void cancelNow(order)}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  )
}

type Missing = { names: string[]; hasAddedItems: boolean }

/** The invoice of an order, and ordering it again. */
export function InvoiceAndReorder({ order }: { order: Order }) {
  const { invoice, isOpening, open, close } = useInvoice(order._id)
  const { isSending, orderAgain } = useOrderAgain(order._id)
  const [missing, setMissing] = useState<Missing>()
  const setCart = useSetAtom(cartAtom)
  const navigate = useNavigate()
  // Stays busy until the bag opens: a second tap would add everything again.
  const isLeaving = useRef(false)

  async function again() {
    if (isLeaving.current) return
    const result = await orderAgain()
    if (!result) return
    void setCart(() => result.cart)
    const { missing: names } = result
    if (names.length > 0)
      return setMissing({ names, hasAddedItems: names.length < order.products.length })
    isLeaving.current = true
    void toastSuccess('Added to bag')
    await navigate(paths.cart)
  }

  return (
    <>
      {hasInvoice(order) && (
        <Button
          variant="outline"
          isWide
          aria-haspopup="dialog"
          isBusy={isOpening}
          busyText="Opening..."
          onClick={() => void open()}
        >
          View invoice
        </Button>
      )}
      <Button variant="outline" isWide isBusy={isSending} onClick={() => void again()}>
        Order again
      </Button>
      {invoice && <InvoiceDialog invoice={invoice} order={order} onClose={close} />}
      {missing && (
        <MissingItemsDialog
          missing={missing.names}
          hasAddedItems={missing.hasAddedItems}
          onClose={() => setMissing(undefined)}
        />
      )}
    </>
  )
}

type Props = {
  order: Order
  line: OrderLine
  /** The sheet to open first; each leads to the other. */
  initialKind: ReturnKind
  /** Called after the request, because the shown order is outdated. */
  onSent: () => void
  onClose: () => void
}

/** The return or exchange of one line, until it is requested or cancelled. */
function ReturnOrExchange({ order, line, initialKind, onSent, onClose }: Props) {
  const [kind, setKind] = useState(initialKind)
  const { isSending, sendReturn, sendExchange } = useReturnOrExchange(order, line)

  async function finish(sent: ReturnType<typeof sendReturn>) {
    const response = await sent
    onSent()
    if (!response) return
    onClose()
    await toastSuccess(response.msg ?? 'We’ve received your request')
  }

  return kind === 'return' ? (
    <ReturnSheet
      order={order}
      line={line}
      isSending={isSending}
      onSend={(details) => void finish(sendReturn(details))}
      onExchange={() => setKind('exchange')}
      onClose={onClose}
    />
  ) : (
    <ExchangeSheet
      order={order}
      line={line}
      isSending={isSending}
      renderSizeChart={(product) => <SizeChartLink product={product} />}
      onSend={(size) => finish(sendExchange(size))}
      onBack={() => setKind('return')}
      onClose={onClose}
    />
  )
}

/** Opens the size chart of a product that has one. */
function SizeChartLink({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)
  const images = useSizeChart(product)
  if (images.length === 0) return null
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="size" size="s" />
        Size chart
      </TextButton>
      {isOpen && <SizeChartDialog images={images} onClose={() => setIsOpen(false)} />}
    </>
  )
}

import { useId, useState } from 'react'

import type { PurchaseType } from '#contract/cart/cart.ts'
import { times } from '#contract/values/money.ts'
import {
  isActive,
  isFullyPaid,
  isPaid,
  type Order,
  type OrderLine,
  type OrderStatus,
} from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { DeliveryCode } from '#features/orders/tracking/DeliveryCode.tsx'
import { OrderArrival } from '#features/orders/tracking/OrderArrival.tsx'
import {
  awaitsPickup,
  variantText,
  DeliveryAddress,
  ExpectedRefund,
  OrderedItem,
  OrderSummary,
  statusTone,
} from './OrderSummary.tsx'
import {
  OrderTracker,
  stepsOf,
  type TrackerStep,
  trackerSteps,
} from '#features/orders/tracking/OrderTracker.tsx'
import { OrderAgeNote, StatusAnnouncer } from './OrderStatus.tsx'
import { ExchangeArrival } from '#features/orders/returns/ExchangeArrival.tsx'
import { ReturnDeadline } from '#features/orders/returns/ReturnButtons.tsx'
import { useSecondsLeft } from '#platform/rendering/delayedState.ts'
import { paymentLinkEndKey } from '#platform/storage/deviceStorage.ts'
import { Badge } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { TwoColumns } from '#ui/layout/Columns.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { Money } from '#ui/text/Price.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './OrderDetails.module.css'

type Props = {
  order: Order
  onCancel: () => void
  /** Resolves with whether a payment link was sent. */
  onSendLink: () => Promise<boolean>
  /** A slot for the actions on a line, such as a return. */
  lineActions?: (line: OrderLine) => Elements
  /** A slot below a line for its review. */
  lineExtra?: (line: OrderLine) => Elements
  /** A slot for actions on the whole order. */
  extra?: Elements
  savedAt?: number | undefined
}

/** Shows the items, amounts and delivery address of an order. */
export function OrderDetails(props: Props) {
  const { order, onCancel, onSendLink, savedAt, extra, lineActions, lineExtra } = props
  const { orderStatus, products } = order
  return (
    <TwoColumns
      side={
        <>
          <OrderSummary order={order} />
          {canBePaidByLink(order) && <PaymentLink orderId={order._id} onSend={onSendLink} />}
          <DeliveryAddress order={order} />
          <ReturnDeadline order={order} />
          {extra}
          {orderStatus === 'Accepted' && (
            <Button variant="danger" isWide onClick={onCancel}>
              Cancel order
            </Button>
          )}
        </>
      }
    >
      <StatusAnnouncer orders={[order]} />
      <OrderTitle order={order} />
      <OrderAgeNote savedAt={savedAt} />
      <OrderArrival order={order} />
      {isActive(orderStatus) && <OrderTracker steps={trackerSteps(order)} />}
      <DeliveryCode order={order} />
      <ul>
        {products.map((line) => (
          <li key={line._id}>
            <OrderLineCard
              line={line}
              actions={
                <>
                  {lineActions?.(line)}
                  <ReturnProgress order={order} line={line} />
                </>
              }
              extra={lineExtra?.(line)}
            />
          </li>
        ))}
      </ul>
    </TwoColumns>
  )
}

const canBePaidByLink = ({ paymentMethod, paymentStatus, orderStatus }: Order) =>
  paymentMethod === 'Cash on delivery' && !isPaid(paymentStatus) && orderStatus !== 'Cancelled'

/** Number, date and payment of the order. */
function OrderTitle({ order }: { order: Order }) {
  const { orderID, createdAt, deliveredAt } = order
  return (
    <header className={styles.head}>
      <div>
        <PageTitle isInHeader>Order details</PageTitle>
        <p className={styles.id}>{`Order ID # ${orderID}`}</p>
        <p className={styles.when}>
          Placed <DateTime at={createdAt} />
        </p>
        {deliveredAt && (
          <p className={styles.when}>
            Delivered <DateTime at={deliveredAt} />
          </p>
        )}
      </div>
      {isFullyPaid(order) && <PaidStamp />}
    </header>
  )
}

function PaidStamp() {
  return <span className={styles.stamp}>PAID</span>
}

type PaymentLinkProps = {
  orderId: string
  /** Resolves with whether a link was sent. */
  onSend: () => Promise<boolean>
}

/** Sends a payment link for a cash order; not again for a minute. */
function PaymentLink({ orderId, onSend }: PaymentLinkProps) {
  const [endMs, setEndMs] = useState(() => Number(localStorage.getItem(paymentLinkEndKey(orderId))))
  const [isSending, setIsSending] = useState(false)
  const left = useSecondsLeft(endMs)

  async function send() {
    setIsSending(true)
    if (await onSend()) {
      const end = Date.now() + rules.paymentLink.resendAfterMs
      localStorage.setItem(paymentLinkEndKey(orderId), String(end))
      setEndMs(end)
    }
    setIsSending(false)
  }

  return (
    <Button isWide isBusy={isSending} disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? `Resend in ${left}s` : 'Get Payment Link'}
    </Button>
  )
}

/** Lines have no 'Arrived' status: they stay 'On the way' until the size trial. */
const statusPaths: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['Accepted', 'Shipped', 'On the way', 'Delivered'],
  'Try and Buy': ['Accepted', 'Shipped', 'On the way', 'Size Trialing', 'Delivered'],
}

type TrackedLine = Pick<OrderLine, 'purchaseType' | 'status' | 'history'>

/** The steps of one line: those of its order, then those of its return or exchange. */
export function lineSteps({ purchaseType, status, history }: TrackedLine): TrackerStep[] {
  const path = statusPaths[purchaseType]
  if (path.includes(status)) return stepsOf(path, status, history)
  const reached = history.map((step) => step.status)
  return stepsOf([...new Set([...path, ...reached, status])], status, history)
}

type OrderLineCardProps = {
  line: OrderLine
  /** A slot for actions and the state of a return. */
  actions?: Elements
  /** A slot below the line's status. */
  extra?: Elements
}

/** An item of an order; its status opens the steps. */
function OrderLineCard({ line, actions, extra }: OrderLineCardProps) {
  const { productId: product, status, price, quantity } = line
  const details = (
    <span>
      <span>{variantText(line)}</span> ·{' '}
      <b>
        <Money paise={times(price, quantity)} />
      </b>
    </span>
  )
  return (
    <OrderedItem line={line} details={details} isLink>
      <Badge tone={statusTone(status)}>{status}</Badge>
      {actions}
      <details>
        <summary className={styles.open}>
          Status
          <Icon name="chevron-down" size="xs" />
        </summary>
        <OrderTracker steps={lineSteps(line)} label={`Status of ${product.name}`} look="timeline" />
      </details>
      {extra}
    </OrderedItem>
  )
}

const returnPaths: OrderStatus[][] = [
  ['Return Requested', 'Return Accepted', 'Returned'],
  ['Exchange Requested', 'Exchange Accepted', 'Exchanged'],
]
const refusedStatuses: OrderStatus[] = ['Return Cancelled', 'Exchange Cancelled']

/** The steps of a return or exchange, future ones included; none without one. */
export function returnSteps({
  status,
  history,
}: Pick<OrderLine, 'status' | 'history'>): TrackerStep[] {
  const atOf = (reached: OrderStatus) => history.findLast((step) => step.status === reached)?.at
  if (refusedStatuses.includes(status)) {
    const requested: OrderStatus =
      status === 'Return Cancelled' ? 'Return Requested' : 'Exchange Requested'
    return [
      { status: requested, state: 'done', at: atOf(requested) },
      { status, state: 'cancelled', at: atOf(status) },
    ]
  }
  const path = returnPaths.find((reached) => reached.includes(status)) ?? []
  const here = path.indexOf(status)
  return path.map((reached, index) => ({
    status: reached,
    state: index < here ? 'done' : index === here ? 'current' : 'upcoming',
    at: index <= here ? atOf(reached) : undefined,
  }))
}

/** The new size of an exchange has not been delivered. */
const awaitsNewSize = new Set<OrderStatus>(['Exchange Requested', 'Exchange Accepted'])

/** The return or exchange of an item, and its progress. */
function ReturnProgress({ order, line }: { order: Order; line: OrderLine }) {
  const { size, status, returnDetails, exchangeDetails, refusalReason, isWithdrawn } = line
  const titleId = useId()
  const steps = returnSteps(line)
  if (steps.length === 0) return null
  const isReturn = steps[0]?.status === 'Return Requested'
  const photos = isReturn ? (returnDetails?.returnPhotos ?? []) : []
  return (
    <section className={styles.box} aria-labelledby={titleId}>
      <h2 className={styles.returnTitle} id={titleId}>
        {isReturn ? 'Return Details' : 'Exchange Details'}
      </h2>
      {isReturn && returnDetails && <p>{`Reason: ${returnDetails.returnReason}`}</p>}
      {!isReturn && exchangeDetails && (
        <p>
          New size: <b>{exchangeDetails.newProductSize}</b>, instead of <span>{size}</span>
        </p>
      )}
      {isWithdrawn && (
        <p>{`You withdrew this ${isReturn ? 'return' : 'exchange'} and keep the item.`}</p>
      )}
      {refusalReason && refusedStatuses.includes(status) && (
        <p>
          {`${isReturn ? 'Why we declined the return' : 'Why we declined the exchange'}: ${refusalReason}`}
        </p>
      )}
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((src, index) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noreferrer">
                <img
                  className={styles.photo}
                  src={src}
                  alt={`Return photo ${index + 1}`}
                  width={64}
                  height={64}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.tracker}>
        <OrderTracker steps={steps} label={`Progress: ${steps[0]?.status}`} look="timeline" />
      </div>
      {awaitsPickup.has(status) && <ExpectedRefund order={order} line={line} />}
      {awaitsNewSize.has(status) && <ExchangeArrival order={order} line={line} />}
    </section>
  )
}

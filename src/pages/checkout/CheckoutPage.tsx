import { lowerSizeText } from '#contract/catalogue/stock.ts'
import { useAtomValue } from 'jotai'
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { addressText } from '#contract/account/account.ts'
import { type CartLine, purchaseTypeNames } from '#contract/cart/cart.ts'
import type { Paise } from '#contract/values/money.ts'
import type { Order } from '#contract/orders/order.ts'
import { paths, trackingPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { DeliveryAddressPanel } from '#features/account/addresses/DeliveryAddressPanel.tsx'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { SleepingBanner } from '#features/cart/delivery/DeliveryOptionPicker.tsx'
import { useCart } from '#features/cart/cart.ts'
import { exceedsStock } from '#features/cart/cartSummary.ts'
import { OrderPlaced, PlacingOverlay } from '#features/checkout/OrderPlaced.tsx'
import { useCheckoutRecord } from '#features/checkout/checkoutRecord.ts'
import {
  PaymentMethodPicker,
  useCashRefusal,
} from '#features/checkout/payment/PaymentMethodPicker.tsx'
import {
  exceedsCashLimit,
  type CheckoutPaymentMethod,
  paymentMethodsFor,
} from '#features/checkout/payment/paymentMethods.ts'
import { ArrivalTime, useArrival } from '#features/location/ArrivalTime.tsx'
import { locationAtom } from '#features/location/locationAtom.ts'
import { OrderArrival } from '#features/orders/tracking/OrderArrival.tsx'
import { variantText } from '#features/orders/details/OrderSummary.tsx'
import { useOrder } from '#features/orders/useOrders.ts'
import { PriceAgeNote } from '#features/offline/ReadAgeNote.tsx'
import { useIsReady } from '#platform/rendering/delayedState.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { maxCashPaise } from '#contract/store/storeTerms.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Badge, Note } from '#ui/feedback/Note.tsx'
import { ButtonLink, Button, TextLink } from '#ui/forms/Button.tsx'
import { Panel, TwoColumns } from '#ui/layout/Columns.tsx'
import { ActionBar, actionProblemId } from '#ui/layout/ActionBar.tsx'
import { SummaryList } from '#ui/layout/SummaryList.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Money, paiseText } from '#ui/text/Price.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './CheckoutPage.module.css'
import { useCheckout } from './useCheckout.ts'

/** Loaded as a document of its own: its data is on the server or in storage. */
export default function CheckoutPage() {
  const cart = useCart()
  const address = useCheckoutAddress(cart.addressId)
  const { record, isRead } = useCheckoutRecord()
  const placed = usePlacedOrder(record)
  // Rendered together, because a late address would move what is below.
  const isAddressDone = useIsReady(address.isKnown, rules.request.softLimitMs)
  // An order was placed, whatever is in the bag.
  if (placed) return <Placed {...placed} />
  if (cart.problem) throw cart.problem
  if (!isRead || cart.isLoading || !isAddressDone)
    return <EmptyState title="Loading..." isLoading />
  return (
    <>
      <SleepingBanner />
      <Checkout cart={cart} address={address} />
    </>
  )
}

type PlacedProps = NonNullable<ReturnType<typeof usePlacedOrder>>

/** The success page; the order itself says when it arrives. */
function Placed(placed: PlacedProps) {
  const { order } = useOrder(placed.order._id)
  return <OrderPlaced {...placed} details={order && <PlacedDetails order={order} />} />
}

function PlacedDetails({ order }: { order: Order }) {
  const { products, totalAmount } = order
  const count = products.reduce((items, { quantity }) => items + quantity, 0)
  return (
    <>
      <OrderArrival order={order} />
      <p>{`${count === 1 ? '1 item' : `${count} items`} · ${paiseText(totalAmount)}`}</p>
    </>
  )
}

type CheckoutPageProps = ComponentProps<typeof CheckoutForm>

function Checkout({ cart, address }: CheckoutPageProps) {
  const { record } = useCheckoutRecord()
  const isUnfinished = record !== undefined && record.state !== 'placed'
  const wasPlaced = localStorage.getItem(storageKeys.orderSuccessTimestamp) !== null
  if (wasPlaced && !isUnfinished && cart.lines.length === 0) {
    return (
      <EmptyState title="Your order is placed succesfully!">
        <ButtonLink to={paths.tracking} variant="primary">
          Track Order
        </ButtonLink>
      </EmptyState>
    )
  }
  return <CheckoutForm cart={cart} address={address} />
}

/** The placed order while its countdown runs, and the link to its tracking page. */
function usePlacedOrder(record: ReturnType<typeof useCheckoutRecord>['record']) {
  const navigate = useNavigate()
  const since = localStorage.getItem(storageKeys.orderSuccessTimestamp)
  const placed = record?.state === 'placed' ? record : undefined
  const orderId = placed?.order._id
  const onDone = useCallback(() => {
    localStorage.removeItem(storageKeys.orderSuccessTimestamp)
    void navigate(orderId ? trackingPath(orderId) : paths.tracking, { replace: true })
  }, [navigate, orderId])
  if (!since || !placed) return undefined
  const { order, addressText: text } = placed
  return { order, addressText: text, sinceMs: Number(since), onDone }
}

type CheckoutFormProps = {
  cart: ReturnType<typeof useCart>
  address: ReturnType<typeof useCheckoutAddress>
}

/** Payment method, summary and the button that places the order. */
function CheckoutForm({ cart, address }: CheckoutFormProps) {
  const { text, isLoading } = address
  const { lines, summary, phase, problem, isSending, order } = useCheckout(cart, text ?? '')
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  const terms = useStoreTerms()
  const isStandard = purchaseType === 'Standard'
  const { cashRefusal, refresh } = useCashRefusal(isStandard ? cart.addressId : undefined)
  const methods = paymentMethodsFor(purchaseType, summary.total, {
    isCashRefused: cashRefusal !== undefined,
    terms,
  })
  const [chosen, choose] = useState<CheckoutPaymentMethod>()
  const arrival = useArrival(address.delivery)
  /** What was promised when the order was sent. */
  const [promisedBy, setPromisedBy] = useState<Date>()
  const button = useFocusWhenIdle(phase === 'idle')
  const method = chosen && methods.includes(chosen) ? chosen : (methods[0] ?? 'prepaid')

  // Paid in another tab while the payment window is open: the bag is empty a moment before the page
  // knows.
  const isChecking = phase === 'checking' || (phase === 'paying' && lines.length === 0)
  // Over the form and not in its place, so that the button gets the focus back.
  const overlay =
    phase === 'placing' ? (
      <PlacingOverlay />
    ) : (
      isChecking && <PlacingOverlay title="We are checking your payment" />
    )
  if (lines.length === 0) {
    return (
      <>
        {overlay}
        {!overlay && (
          <EmptyState title="You have no items in cart" art="/images/empty-bag.svg">
            <ButtonLink to={paths.home}>Continue Shopping</ButtonLink>
          </EmptyState>
        )}
      </>
    )
  }

  // While the payment is open, missing stock may be reserved by this very order.
  const outOfStock = phase === 'idle' ? lines.filter(exceedsStock) : []
  const isBusy = phase !== 'idle' || isSending
  const isSoldOut = problem?.code === 'out_of_stock'
  const place = () => {
    setPromisedBy(arrival)
    void order(method, arrival).then(refresh)
  }
  const cartLink = <TextLink to={paths.cart}>Go to bag</TextLink>
  const side = (
    <>
      <Panel title="Order summary" tone="mist">
        <SummaryList summary={summary} />
      </Panel>
      <ActionBar
        total={<Money paise={summary.total} />}
        isBelowSummary
        problem={
          !cart.addressId && (
            <span>
              Please select a delivery address in your bag.{' '}
              <TextLink to={paths.cart}>Go to bag</TextLink>
            </span>
          )
        }
      >
        {outOfStock.length > 0 ? (
          <ButtonLink to={paths.cart} variant="primary" isWide>
            Edit bag
          </ButtonLink>
        ) : (
          <Button
            ref={button}
            variant="primary"
            isWide
            disabled={!cart.addressId}
            aria-describedby={cart.addressId ? undefined : actionProblemId}
            isBusy={isBusy}
            onClick={place}
          >
            {isBusy ? 'Placing Order...' : 'Place Order'}
          </Button>
        )}
      </ActionBar>
    </>
  )
  return (
    <>
      {overlay}
      <TwoColumns title="Choose Payment Info" side={side}>
        {phase === 'idle' && <PriceAgeNote savedAt={cart.savedAt} />}
        {problem && (
          <Note tone="danger">
            <span>{problem.text}</span>
            {isSoldOut && <p>{cartLink}</p>}
          </Note>
        )}
        {outOfStock.length > 0 && !isSoldOut && (
          <OutOfStockNote lines={outOfStock}>{cartLink}</OutOfStockNote>
        )}
        <PaymentMethodPicker options={methods} value={method} onChoose={choose} />
        {isStandard && <CashUnavailableNote total={summary.total} refusal={cashRefusal} />}
        <DeliveryAddressPanel
          text={text}
          receiver={cart.receiver}
          isLoading={isLoading}
          arrival={
            outOfStock.length === 0 && (
              <ArrivalTime
                delivery={address.delivery}
                promisedBy={isBusy ? promisedBy : undefined}
              />
            )
          }
          change={
            <TextLink to={paths.cart} aria-label="Change address or items">
              Change
            </TextLink>
          }
        />
        <OrderItems lines={lines} />
      </TwoColumns>
    </>
  )
}

/**
 * Restores the focus to the button, because it is lost when the payment window closes. By then the page
 * itself may have it (`platform/rendering/focus.ts`).
 */
function useFocusWhenIdle(isIdle: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasIdle = useRef(isIdle)
  useEffect(() => {
    const isElsewhere = !document.activeElement?.matches('body, main')
    if (isIdle && !wasIdle.current && !isElsewhere) button.current?.focus({ preventScroll: true })
    wasIdle.current = isIdle
  }, [isIdle])
  return button
}

/** The items of the order. */
function OrderItems({ lines }: { lines: CartLine[] }) {
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  return (
    <Panel title={`Items (${lines.length})`} aside={<DeliveryBadge purchaseType={purchaseType} />}>
      <ul className={styles.items}>
        {lines.map((line) => (
          <li key={line._id}>
            <SmallProduct product={line.productId} details={variantText(line)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function DeliveryBadge({ purchaseType }: Pick<CartLine, 'purchaseType'>) {
  return (
    <Badge tone="mint">
      <Icon name={purchaseType === 'Standard' ? 'truck' : 'hanger'} size="xs" />
      <span>{purchaseTypeNames[purchaseType]}</span>
    </Badge>
  )
}

/** Why cash on delivery is not offered. */
function CashUnavailableNote({ total, refusal }: { total: Paise; refusal: string | undefined }) {
  const terms = useStoreTerms()
  if (exceedsCashLimit(total, terms)) {
    return (
      <Note>
        {`Cash on Delivery isn’t available for orders above ${paiseText(maxCashPaise(terms) as Paise)}.`}
      </Note>
    )
  }
  return refusal && <Note>{`${refusal} Please pay online.`}</Note>
}

type OutOfStockNoteProps = {
  /** Lines that need more items than are in stock. */
  lines: CartLine[]
  /** Actions below the text. */
  children: Elements
}

/** Names items that are out of stock, in the server's words. */
function OutOfStockNote({ lines, children }: OutOfStockNoteProps) {
  return (
    <Note tone="danger">
      {lines.map((line) => (
        <p key={line._id}>{shortText(line)}</p>
      ))}
      {children}
    </Note>
  )
}

function shortText({ productId: { name, stock }, size }: CartLine): string {
  const left = stock[size] ?? 0
  return left > 0
    ? `Only ${left} left of ${name} in ${lowerSizeText(size)}`
    : `${name} in ${lowerSizeText(size)} is sold out`
}

/**
 * The address saved with the bag, on one line. Until the addresses are read, or where they cannot
 * be, it is the place stored on this device.
 */
function useCheckoutAddress(addressId: string | undefined) {
  const { addresses, isRead, isLoading } = useAddresses()
  const chosen = useAtomValue(locationAtom)
  const isChosenRead = useAtomValue(locationAtom.isReadAtom)
  const saved = addresses.find(({ _id }) => _id === addressId)
  const isChosen = addressId !== undefined && chosen?.addressId === addressId
  return {
    /** The address; undefined if it is unknown. */
    text: saved ? addressText(saved) : isChosen ? chosen.text : undefined,
    /** The delivery to the address; undefined until it was checked. */
    delivery: isChosen ? chosen.delivery : undefined,
    isLoading,
    /** Whether everything that can change the address is loaded. */
    isKnown: isRead && isChosenRead && (!isLoading || isChosen),
  }
}

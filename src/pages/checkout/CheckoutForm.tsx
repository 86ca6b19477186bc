import { type ReactNode, useState } from 'react'

import type { CartLine } from '#contract/cart.ts'
import type { Paise } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { DeliveringTo } from '#features/account/addresses/DeliveringTo.tsx'
import type { useCart } from '#features/cart/cart.ts'
import { exceedsStock } from '#features/cart/proceedProblem.ts'
import { OrderItems } from '#features/checkout/OrderItems.tsx'
import { PaymentChoice, useCashRefusal } from '#features/checkout/payment/PaymentChoice.tsx'
import {
  exceedsCashLimit,
  type PaymentMethod,
  paymentMethodsFor,
} from '#features/checkout/payment/paymentMethods.ts'
import { PlacingOverlay } from '#features/checkout/OrderPlaced.tsx'
import { SavedPricesNote } from '#features/offline/StoredPricesNote.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { Button, ButtonLink, TextLink } from '#ui/forms/Button.tsx'
import { Panel, TwoColumns } from '#ui/layout/Columns.tsx'
import { StepBar, stepProblemId, SummaryList } from '#ui/layout/SummaryList.tsx'
import { Money } from '#ui/text/Price.tsx'
import type { useCheckoutAddress } from './useCheckoutAddress.ts'
import { useOrdering } from './useOrdering.ts'

type Props = {
  cart: ReturnType<typeof useCart>
  address: ReturnType<typeof useCheckoutAddress>
}

/** Payment method, summary and the button that places the order. */
export function CheckoutForm({ cart, address }: Props) {
  const { text, isLoading } = address
  const { lines, summary, phase, problem, isSending, order } = useOrdering(cart, text ?? '')
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  const isStandard = purchaseType === 'Standard'
  const { cashRefusal, askAgain } = useCashRefusal(isStandard ? cart.addressId : undefined)
  const ways = paymentMethodsFor(purchaseType, summary.total, cashRefusal !== undefined)
  const [chosen, choose] = useState<PaymentMethod>()
  const way = chosen && ways.includes(chosen) ? chosen : (ways[0] ?? 'prepaid')

  if (phase === 'placing') return <PlacingOverlay />
  // Paid in another tab while the payment window is open: the bag is empty a moment before the page
  // knows.
  if (phase === 'checking' || (phase === 'paying' && lines.length === 0)) {
    return <PlacingOverlay title="We are checking your payment" />
  }
  if (lines.length === 0) {
    return (
      <EmptyState title="You have no items in cart" art="/images/empty-bag.svg">
        <ButtonLink to={paths.home}>Continue Shopping</ButtonLink>
      </EmptyState>
    )
  }

  // While the payment is open, missing stock may be reserved by this very order.
  const short = phase === 'idle' ? lines.filter(exceedsStock) : []
  const isBusy = phase === 'paying' || isSending
  const isSoldOut = problem?.code === 'out_of_stock'
  const toBag = <TextLink to={paths.cart}>Go to bag</TextLink>
  const side = (
    <>
      <Panel title="Order summary" tone="mist">
        <SummaryList summary={summary} />
      </Panel>
      <StepBar
        total={<Money paise={summary.total} />}
        isBelowSummary
        problem={!cart.addressId && <>Please select a delivery address in your bag. {toBag}</>}
      >
        {short.length > 0 ? (
          <ButtonLink to={paths.cart} variant="go" isWide>
            Change your bag
          </ButtonLink>
        ) : (
          <Button
            variant="go"
            isWide
            disabled={!cart.addressId}
            aria-describedby={cart.addressId ? undefined : stepProblemId}
            isBusy={isBusy}
            onClick={() => void order(way).then(askAgain)}
          >
            {isBusy ? 'Placing Order...' : 'Place Order'}
          </Button>
        )}
      </StepBar>
    </>
  )
  return (
    <TwoColumns title="Choose Payment Info" side={side}>
      <SavedPricesNote savedAt={phase === 'idle' ? cart.savedAt : undefined} />
      {problem && (
        <Note tone="danger">
          {problem.text}
          {isSoldOut && <p>{toBag}</p>}
        </Note>
      )}
      {short.length > 0 && !isSoldOut && <OutOfStockNote lines={short}>{toBag}</OutOfStockNote>}
      <PaymentChoice ways={ways} value={way} onChoose={choose} />
      {isStandard && <NoCash total={summary.total} refusal={cashRefusal} />}
      <DeliveringTo
        text={text}
        receiver={cart.receiver}
        isWaiting={isLoading}
        change={
          <TextLink to={paths.cart} aria-label="Change address or items">
            Change
          </TextLink>
        }
      />
      <OrderItems lines={lines} />
    </TwoColumns>
  )
}

/** Why cash on delivery is not offered. */
function NoCash({ total, refusal }: { total: Paise; refusal: string | undefined }) {
  if (exceedsCashLimit(total)) {
    return (
      <Note>
        Orders above <Money paise={rules.cash.maxPaise as Paise} /> are paid online.
      </Note>
    )
  }
  return refusal && <Note>Cash on Delivery is not available for now. {refusal}</Note>
}

type ShortNoteProps = {
  /** Lines that need more items than are in stock. */
  lines: CartLine[]
  /** Actions below the text. */
  children: ReactNode
}

/** Names items that are out of stock, in the server's words. */
function OutOfStockNote({ lines, children }: ShortNoteProps) {
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
    ? `Only ${left} left of ${name} in size ${size}`
    : `${name} in size ${size} is sold out`
}

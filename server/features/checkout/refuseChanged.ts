import type { CartLine } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'
import { StoreError } from '#server/platform/storeError.ts'
import type { Quote } from './quoteBag.ts'

/** Refuses an order of another bag, or for another price, than there is now; and tells what there is. */
export function refuseChanged(quote: Quote, wanted: PlaceOrder): void {
  const { shown, amount, coupon } = quote
  const isSame =
    hasLines(shown, wanted.cart_item_ids) &&
    (coupon?.id ?? '') === (wanted.couponId ?? '') &&
    amount.finalAmount === wanted.totalAmount
  if (isSame) return
  throw new StoreError('price_changed', 'Your bag has changed. Please look at the new total.', {
    summary: amount,
    lines: shown,
  })
}

function hasLines(shown: CartLine[], wanted: PlaceOrder['cart_item_ids']): boolean {
  const ids = new Set(wanted.map(({ _id }) => _id))
  return (
    ids.size === shown.length && shown.every((line) => wanted.some((other) => isSame(line, other)))
  )
}

const isSame = (line: CartLine, other: PlaceOrder['cart_item_ids'][number]) =>
  line._id === other._id &&
  line.size === other.size &&
  line.purchaseType === other.purchaseType &&
  (line.purchaseType === 'Standard' || (line.trialSize ?? undefined) === other.trialSize)

import type { Cart, CartLine } from '#contract/cart/cart.ts'
import {
  addItem,
  changeItem,
  chooseDelivery,
  type LinesChange,
  removeItem,
} from '#contract/cart/cartLines.ts'
import { toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'

/** The bag with other lines and their total. */
export function withLines(cart: Cart, products: CartLine[]): Cart {
  return { ...cart, products, totalAmount: toRupees(goodsTotal(products)) }
}

/** What a change makes of the lines of a bag. */
export function applyChange(lines: CartLine[], change: ChangeOf<'cart'>): LinesChange {
  switch (change.type) {
    case 'cart.add':
      return addItem(lines, change)
    case 'cart.update':
      return changeItem(lines, change.lineId, change.to)
    case 'cart.setDelivery':
      return chooseDelivery(lines, change.purchaseType)
    case 'cart.remove':
    case 'cart.moveToWishlist':
      return removeItem(lines, change.lineId)
  }
}

/** The bag after a change; as it was if its rules refuse the change. */
export function cartAfter(cart: Cart, change: ChangeOf<'cart'>): Cart {
  const result = applyChange(cart.products, change)
  return result.refusal ? cart : withLines(cart, result.lines)
}

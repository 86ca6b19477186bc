import type { Cart, CartLine, LineChange, PurchaseType } from '#contract/cart.ts'
import { toRupees } from '#contract/money.ts'
import { goodsTotal } from '#contract/pricing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'

const { maxQuantity } = rules.cart

/** Maximum quantity of a size in one bag. */
export const maxQuantityOf = ({ stock }: Pick<Product, 'stock'>, size: string): number =>
  Math.min(maxQuantity, stock[size] ?? 0)

/** The bag with other lines and their total. */
export function withLines(cart: Cart, products: CartLine[]): Cart {
  return { ...cart, products, totalAmount: toRupees(goodsTotal(products)) }
}

/** Applies a change that waits in the outbox, or that a guest made. */
export function applyChange(lines: CartLine[], change: ChangeOf<'cart'>): CartLine[] {
  switch (change.type) {
    case 'cart.add':
      return addLine(lines, change)
    case 'cart.update':
      return changeLine(lines, change.lineId, change.to)
    case 'cart.setDelivery':
      return withPurchaseType(lines, change.purchaseType)
    case 'cart.remove':
    case 'cart.moveToWishlist':
      return withoutLine(lines, change.lineId)
  }
}

type NewLine = {
  /** Provisional id of a new line, until the server assigns one. */
  lineId: string
  product: Product
  size: string
  quantity: number
  trialSize?: string | undefined
}

/** Adds items: to the line of this product and size if there is one, limited by the stock. */
export function addLine(lines: CartLine[], newLine: NewLine): CartLine[] {
  const { lineId, product, size, quantity, trialSize } = newLine
  const max = maxQuantityOf(product, size)
  const existing = lines.find((line) => isLineOf(line, product._id, size))
  if (existing) {
    const grown = { ...existing, quantity: Math.min(max, existing.quantity + quantity) }
    const chosen = trialSize ? withTrialSize({ ...grown, trialSize }) : grown
    return lines.map((line) => (line === existing ? chosen : line))
  }
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  const line = { _id: lineId, productId: product, size, purchaseType, trialSize }
  return [...lines, withTrialSize({ ...line, quantity: Math.min(max, quantity) })]
}

/** Changes a line. If it becomes equal to another one, the two are merged. */
export function changeLine(lines: CartLine[], lineId: string, to: LineChange): CartLine[] {
  const line = lines.find(({ _id }) => _id === lineId)
  if (!line) return lines
  const size = to.size ?? line.size
  const duplicate = lines.find(
    (other) => other !== line && isLineOf(other, line.productId._id, size),
  )
  const quantityInBoth = (to.quantity ?? line.quantity) + (duplicate?.quantity ?? 0)
  const quantity = Math.max(1, Math.min(quantityInBoth, maxQuantityOf(line.productId, size)))
  const changed = withTrialSize({ ...line, ...to, quantity })
  return lines
    .filter((other) => other !== duplicate)
    .map((candidate) => (candidate === line ? changed : candidate))
}

export function withoutLine(lines: CartLine[], lineId: string): CartLine[] {
  return lines.filter((line) => line._id !== lineId)
}

/** Sets the delivery option of every line. */
export function withPurchaseType(lines: CartLine[], purchaseType: PurchaseType): CartLine[] {
  if (purchaseType === 'Try and Buy')
    return lines.map((line) => withTrialSize({ ...line, purchaseType }))
  return lines.map(({ trialSize: _cleared, ...line }) => ({ ...line, purchaseType }))
}

/**
 * A Try & Buy line has a second size: the chosen one, else the first that is allowed. A Standard
 * line keeps the one that was chosen on the product page.
 */
function withTrialSize({ trialSize, ...line }: CartLine): CartLine {
  const allowed = trialSizesOf(line.productId, line.size)
  const first = line.purchaseType === 'Try and Buy' ? allowed[0] : undefined
  const chosen = trialSize && allowed.includes(trialSize) ? trialSize : first
  return chosen ? { ...line, trialSize: chosen } : line
}

export const isLineOf = (line: CartLine, productId: string, size: string) =>
  line.productId._id === productId && line.size === size

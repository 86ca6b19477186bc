import type { CartItem, CartLine, LineChange, PurchaseType } from './cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { adjacentSizes, trialSizesOf } from '#contract/catalogue/stock.ts'
import * as rules from '#contract/rules.ts'
import { canBeTried } from './tryAndBuy.ts'

/**
 * The rules of the bag: what a change makes of its lines. The page shows the result at once, and the server
 * stores it.
 */

/** Something that the shopper should know about a change that was made. */
export type CartNotice =
  | { reason: 'limited'; size: string; max: number }
  /** The whole bag was changed to Standard, because this line cannot be tried. */
  | { reason: 'untriable'; line: CartLine }

/** Why a change was not made. */
export type CartRefusal =
  | { reason: 'full' }
  | { reason: 'noSuchSize' | 'soldOut'; product: Product; size: string }
  | { reason: 'noTrialSize'; size: string }
  | CartNotice

export type LinesChange =
  | { lines: CartLine[]; notice?: CartNotice | undefined; refusal?: undefined }
  | { refusal: CartRefusal; lines?: undefined; notice?: undefined }

export type NewItem = CartItem & {
  /** The id of a new line. */
  lineId: string
  product: Product
  /** The delivery option of an empty bag; others keep theirs. */
  purchaseType?: PurchaseType | undefined
}

/** The maximum quantity of a size in one bag. */
export const maxQuantityOf = ({ stock }: Pick<Product, 'stock'>, size: string): number =>
  Math.min(rules.cart.maxQuantity, stock[size] ?? 0)

export const isLineOf = (line: CartLine, productId: string, size: string): boolean =>
  line.productId._id === productId && line.size === size

/**
 * Adds items: to the line of this product and size if there is one, at most what is in stock. A trial size
 * that is not next to the size is ignored.
 */
export function addItem(lines: CartLine[], item: NewItem): LinesChange {
  const { lineId, product, size, quantity, trialSize, details, purchaseType } = item
  const refusal = refusedSize(product, size)
  if (refusal) return { refusal }
  const existing = lines.find((line) => isLineOf(line, product._id, size))
  if (!existing && lines.length >= rules.cart.maxLines) return { refusal: { reason: 'full' } }
  const bagType = lines[0]?.purchaseType ?? 'Standard'
  const line = existing ?? { ...newLine, _id: lineId, productId: product, purchaseType: bagType }
  const requested = line.quantity + quantity
  const max = maxQuantityOf(product, size)
  const added: CartLine = {
    ...line,
    size,
    quantity: Math.min(requested, max),
    trialSize: adjacentOr(product, { size, trialSize }, line.trialSize),
    details: { ...line.details, ...details },
  }
  const changed = existing ? replace(lines, existing, added) : [...lines, added]
  const notice = limitNotice(requested, { size, max })
  const isFirst = lines.length === 0
  return isFirst && purchaseType
    ? chooseDelivery(changed, purchaseType, notice)
    : settle(changed, notice)
}

const newLine = { quantity: 0, trialSize: null, details: {} }

/**
 * Changes a line; fields that are left out stay the same, but the quantity is limited by the stock in any
 * case. If the line becomes equal to another one, the two are merged.
 */
export function changeItem(lines: CartLine[], lineId: string, change: LineChange): LinesChange {
  const line = lines.find(({ _id }) => _id === lineId)
  if (!line) return { lines }
  const { productId: product } = line
  const size = change.size ?? line.size
  const max = maxQuantityOf(product, size)
  const refusal = refusedSize(product, size) ?? refusedTrialSize(product, size, change.trialSize)
  if (refusal) return { refusal }
  if ((change.quantity ?? 0) > max) return { refusal: { reason: 'limited', size, max } }
  const equal = lines.find((other) => other !== line && isLineOf(other, product._id, size))
  const requested = (change.quantity ?? line.quantity) + (equal?.quantity ?? 0)
  const changed: CartLine = {
    ...line,
    size,
    quantity: Math.min(requested, max),
    trialSize: change.trialSize ?? adjacentOr(product, { size, trialSize: line.trialSize }, null),
    details: { ...line.details, ...change.details },
  }
  const others = lines.filter((other) => other !== equal)
  const notice = limitNotice(requested, { size, max })
  return settle(replace(others, line, changed), notice)
}

/** Sets the delivery option of the whole bag. Try & Buy needs a trial size for every line. */
export function chooseDelivery(
  lines: CartLine[],
  purchaseType: PurchaseType,
  notice?: CartNotice,
): LinesChange {
  if (lines.every((line) => line.purchaseType === purchaseType)) return settle(lines, notice)
  if (purchaseType === 'Standard') return { lines: lines.map(withoutTrial), notice }
  const line = untriableLine(lines)
  if (line) return { refusal: { reason: 'untriable', line } }
  return settle(
    lines.map((each) => ({ ...each, purchaseType })),
    notice,
  )
}

export const removeItem = (lines: CartLine[], lineId: string): LinesChange =>
  settle(lines.filter(({ _id }) => _id !== lineId))

const limitNotice = (requested: number, { size, max }: { size: string; max: number }) =>
  requested > max ? ({ reason: 'limited', size, max } as const) : undefined

const replace = (lines: CartLine[], line: CartLine, changed: CartLine) =>
  lines.map((each) => (each === line ? changed : each))

/** In a Try & Buy bag every line needs a trial size; if one has none, the whole bag becomes Standard. */
function settle(lines: CartLine[], notice?: CartNotice): LinesChange {
  if (lines[0]?.purchaseType !== 'Try and Buy') return { lines, notice }
  const line = lines.find(isUntriable)
  if (line) return { lines: lines.map(withoutTrial), notice: { reason: 'untriable', line } }
  return { lines: lines.map(withTrial), notice }
}

/** A line for which Try & Buy is not available, of a brand without trials first. */
export const untriableLine = (lines: CartLine[]): CartLine | undefined =>
  lines.find(isWithoutTrials) ?? lines.find(isUntriable)

const isWithoutTrials = ({ productId }: CartLine) => !productId.brand.is_try_and_buy_visible
const isUntriable = ({ productId, size }: CartLine) => !canBeTried(productId, size)

/** A chosen trial size stays if it is in stock; else it is the first one that is. */
function withTrial(line: CartLine): CartLine {
  const offered = trialSizesOf(line.productId, line.size)
  return offered.includes(line.trialSize ?? '') ? line : { ...line, trialSize: offered[0] ?? null }
}

/** So that no trial size is left when the bag changes back to Try & Buy. */
const withoutTrial = (line: CartLine): CartLine => ({
  ...line,
  purchaseType: 'Standard',
  trialSize: null,
})

type Trial = { size: string; trialSize?: string | null | undefined }

/** A Standard line keeps the trial size that was chosen for Try & Buy, even while it is sold out. */
const adjacentOr = (
  product: Product,
  { size, trialSize }: Trial,
  otherwise: string | null | undefined,
): string | null =>
  trialSize && adjacentSizes(product.size, size).includes(trialSize)
    ? trialSize
    : (otherwise ?? null)

function refusedSize(product: Product, size: string): CartRefusal | undefined {
  if (!product.size.includes(size)) return { reason: 'noSuchSize', product, size }
  return (product.stock[size] ?? 0) > 0 ? undefined : { reason: 'soldOut', product, size }
}

function refusedTrialSize(
  product: Product,
  size: string,
  trialSize: string | undefined,
): CartRefusal | undefined {
  if (trialSize === undefined) return undefined
  if (!adjacentSizes(product.size, size).includes(trialSize)) return { reason: 'noTrialSize', size }
  return refusedSize(product, trialSize)
}

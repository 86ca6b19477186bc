import type { Product } from '#contract/product.ts'
import { rules } from '#contract/rules.ts'
import { StoreError } from '#server/platform/storeError.ts'

const { maxQuantity } = rules.cart

/** How many pieces of a size one bag may hold. A size that is not made or is sold out is refused. */
export function mostOf({ name, size: sizes, stock }: Product, size: string): number {
  if (!sizes.includes(size)) throw new StoreError('invalid', `${name} is not made in size ${size}`)
  const left = stock[size] ?? 0
  if (left === 0) throw new StoreError('out_of_stock', `Size ${size} is sold out`)
  return Math.min(left, maxQuantity)
}

/** Why a bag holds fewer pieces than were asked for. */
export function fewerWords(most: number, size: string): string {
  return most === maxQuantity
    ? `You can buy ${maxQuantity} pieces of one size at most`
    : `Only ${most} left in size ${size}`
}

import type { Product } from './product.ts'

export const hasStock = ({ stock }: Pick<Product, 'stock'>) =>
  Object.values(stock).some((count) => count > 0)

type Sized = Pick<Product, 'size' | 'stock'>

/**
 * The sizes next to the chosen one, wrapping round, without the chosen one: those that Try & Buy
 * may add.
 */
export function adjacentSizes(sizes: string[], chosen: string): string[] {
  const at = sizes.indexOf(chosen)
  if (at < 0) return []
  const neighbours = [sizes.at(at - 1), sizes[(at + 1) % sizes.length]]
  return sizes.filter((size) => size !== chosen && neighbours.includes(size))
}

/** The adjacent sizes that are in stock, in the order of the size list. */
export function trialSizesOf({ size: sizes, stock }: Sized, chosen: string): string[] {
  return adjacentSizes(sizes, chosen).filter((size) => (stock[size] ?? 0) > 0)
}

const isNamedSize = (size: string) => /size$/i.test(size)

/** "Size M"; sizes such as "Free size" stay as they are. */
export const sizeText = (size: string): string => (isNamedSize(size) ? size : `Size ${size}`)

/** "size M" or "free size", within a sentence. */
export const lowerSizeText = (size: string): string =>
  isNamedSize(size) ? size.toLowerCase() : `size ${size}`

import type { Filters } from '#contract/catalogue/listing.ts'

/** Prices are chosen in whole hundreds when they are dragged; typed they can be any. */
export const priceStep = 100

/** The two ends between which a price can be dragged. */
export function priceScaleOf({ min_price, max_price }: Filters) {
  const lowest = Math.floor(min_price / priceStep) * priceStep
  return {
    lowest,
    highest: Math.max(Math.ceil(max_price / priceStep) * priceStep, lowest + priceStep),
  }
}

/** Whole rupees within the ends; undefined where that says no more than the end itself. */
export function limitOf(typed: string, end: number): string | undefined {
  const rupees = Math.round(Number(typed))
  if (!typed.trim() || !Number.isFinite(rupees) || rupees < 0 || rupees === end) return undefined
  return String(rupees)
}

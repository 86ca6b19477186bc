import type { Fit, FitCounts } from './review.ts'
import { rules } from './rules.ts'

const { voices, share } = rules.reviews

/** How a product runs: what most say, if enough have said something and enough of them agree. */
export function sizeHintOf({ small, true: fitting, large }: FitCounts): Fit | null {
  const all = small + fitting + large
  if (all < voices) return null
  const said: [Fit, number][] = [
    ['true', fitting],
    ['small', small],
    ['large', large],
  ]
  const [most, second] = said.sort(([, a], [, b]) => b - a)
  if (!most || !second || most[1] === second[1]) return null
  return most[1] >= all * share ? most[0] : null
}

import type { Paise } from '#contract/money.ts'

type Rates = { from: string; upTo: Paise; low: number; high: number }

/** Tax on clothes and shoes by the price of a piece, in hundredths of a percent; the newest first. */
const rates: Rates[] = [
  { from: '2025-09-22', upTo: 2500_00 as Paise, low: 500, high: 1800 },
  { from: '2017-07-01', upTo: 1000_00 as Paise, low: 500, high: 1200 },
]

/** The rate of a day for a piece at this price. */
export function gstBasisPointsOf(perPiece: number, day: Date): number {
  const table = rates.find(({ from }) => day >= new Date(from)) ?? rates.at(-1)
  if (!table) return 0
  return perPiece <= table.upTo ? table.low : table.high
}

type Taxed = { net: Paise; basisPoints: number; isWithinState: boolean }

/** The tax that is in a price: to centre and state in halves within a state, else all to the union. */
export function gstSplitOf({ net, basisPoints, isWithinState }: Taxed) {
  const taxablePaise = Math.round((net * 10_000) / (10_000 + basisPoints))
  const tax = net - taxablePaise
  if (!isWithinState) return { taxablePaise, cgstPaise: 0, sgstPaise: 0, igstPaise: tax }
  const cgstPaise = Math.floor(tax / 2)
  return { taxablePaise, cgstPaise, sgstPaise: tax - cgstPaise, igstPaise: 0 }
}

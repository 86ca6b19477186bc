import { parseRupees } from '#desk/cash/difference.ts'

/** The notes that a rider counts, in rupees. */
export const noteValues = [500, 200, 100, 50, 20, 10] as const
type NoteValue = (typeof noteValues)[number]

export type Count = { notes: Partial<Record<NoteValue, number>>; coins: string }
export const emptyCount: Count = { notes: {}, coins: '' }

export const changeNotes = (count: Count, value: NoteValue, by: number): Count => ({
  ...count,
  notes: { ...count.notes, [value]: Math.max(0, (count.notes[value] ?? 0) + by) },
})

/** The counted amount in paise; undefined if the coins are no amount. */
export function countedPaiseOf({ notes, coins }: Count): number | undefined {
  const coinsPaise = coins.trim() === '' ? 0 : parseRupees(coins)
  if (coinsPaise === undefined) return undefined
  return noteValues.reduce((total, value) => total + (notes[value] ?? 0) * value * 100, coinsPaise)
}

import type { StockRow } from '#contract/staff/stock.ts'

export type FormProps = { row: StockRow; onSaved: (row: StockRow) => void; onClose: () => void }

/** A whole number in a text field; undefined if it is none. */
export const countIn = (text: string, least: number): number | undefined => {
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN
  return count >= least && count <= 100_000 ? count : undefined
}

/** The fields of every change that say which stock it is about. */
export const placeOf = ({ productId, size, warehouseId }: StockRow) => ({
  productId,
  size,
  warehouseId,
})

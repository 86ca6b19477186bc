import type { Call } from '#contract/api/calls.ts'
import { publicReads, type Read } from '#contract/api/reads.ts'

/** The warehouse that serves the chosen location, where the store has several. */
let warehouse: string | undefined

/** Every call with stock is sent for this warehouse from now on. Returns whether it is another one. */
export function setWarehouse(id: string | undefined): boolean {
  const isOther = id !== warehouse
  warehouse = id
  return isOther
}

/** The path of a read; with the warehouse, if its response has stock. */
export function pathForWarehouse([name, path]: Read): string {
  if (!warehouse || !('hasStock' in publicReads[name])) return path
  return `${path}${path.includes('?') ? '&' : '?'}warehouse=${warehouse}`
}

/** The query that names the warehouse to a call with stock. */
export const warehouseQuery = ({ hasStock }: Call): { warehouse: string } | undefined =>
  hasStock && warehouse ? { warehouse } : undefined

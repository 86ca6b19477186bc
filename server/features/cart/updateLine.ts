import { eq } from 'drizzle-orm'

import type { LineChange } from '#contract/cart.ts'
import { sizesBeside } from '#contract/trialSizes.ts'
import { cartLines } from '#server/database/cartTables.ts'
import type { BagLine } from '#server/database/readCart.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { type Held, requireLine, type Said } from './changeCart.ts'
import { fewerWords, mostOf } from './piecesOf.ts'

/** Size, quantity or trial size of a line; what is left out stays. Becoming like another line joins it. */
export async function updateLine(held: Held, itemId: string, change: LineChange): Promise<Said> {
  const line = requireLine(held, itemId)
  const size = change.size ?? line.size
  const twin = held.lines.find(
    (other) => other.id !== itemId && other.productId === line.productId && other.size === size,
  )
  const most = mostOf(line.product, size)
  if (change.quantity !== undefined && change.quantity > most) {
    throw new StoreError('out_of_stock', fewerWords(most, size))
  }
  const sought = (change.quantity ?? line.quantity) + (twin?.quantity ?? 0)
  const trialSize = trialSizeOf(line, size, change.trialSize)

  if (twin) await held.db.delete(cartLines).where(eq(cartLines.id, twin.id))
  await held.db
    .update(cartLines)
    .set({ size, quantity: Math.min(sought, most), trialSize })
    .where(eq(cartLines.id, itemId))
  return sought > most ? fewerWords(most, size) : undefined
}

/** A trial size that was chosen before is looked at when the delivery is settled. */
function trialSizeOf(line: BagLine, size: string, wanted: string | undefined): string | null {
  if (wanted === undefined) return line.trialSize
  if (!sizesBeside(line.product.size, size).includes(wanted)) {
    throw new StoreError('invalid', `Please choose a trial size beside ${size}`)
  }
  mostOf(line.product, wanted)
  return wanted
}

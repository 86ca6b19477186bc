import type { orderLines } from '#server/database/orderTables.ts'
import type { Pieces } from './takeStock.ts'

type Line = Pick<typeof orderLines.$inferSelect, 'productId' | 'size' | 'trialSize' | 'quantity'>

/** What an order takes off the shelf: of a line to be tried both sizes leave it. */
export const orderPieces = (lines: Line[]): Pieces[] =>
  lines.flatMap(({ productId, size, trialSize, quantity }) => [
    { productId, size, quantity },
    ...(trialSize ? [{ productId, size: trialSize, quantity }] : []),
  ])

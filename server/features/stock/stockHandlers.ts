import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import {
  changeStock,
  countStock,
  placeStock,
  readStock,
  readStockMoves,
  transferStock,
} from './stockLevels.ts'

/** The stock of the warehouses, as the staff see and change it. */
export const stockHandlers = {
  readStock: async ({ staff: { db, actor }, query }) =>
    ok({ result: await readStock(db, actor, query) }),
  readStockMoves: async ({ staff: { db, actor }, query }) =>
    ok({ result: await readStockMoves(db, actor, query) }),
  changeStock: async ({ staff, body }) => ok({ result: await changeStock(staff, body) }),
  countStock: async ({ staff, body }) => ok({ result: await countStock(staff, body) }),
  transferStock: async ({ staff, body }) => ok({ result: await transferStock(staff, body) }),
  placeStock: async ({ staff, body }) => ok({ result: await placeStock(staff, body) }),
} satisfies FeatureHandlers

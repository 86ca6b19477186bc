import { bigint, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { products } from './catalogue.ts'
import { createdMoment, key } from './columns.ts'

const stockReasons = [
  'order',
  'order_cancelled',
  'hold_expired',
  'trial_unsold',
  'returned',
  'exchange_out',
  'exchange_in',
  'exchange_cancelled',
  'counted',
] as const
export type StockReason = (typeof stockReasons)[number]

/** The stock ledger. `reference` is the order, line or count that caused the change; each is recorded once. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: key()
      .notNull()
      .references(() => products.id),
    size: key().notNull(),
    change: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    reference: key().notNull(),
    at: createdMoment(),
  },
  (table) => [
    uniqueIndex('stock_moves_once').on(table.reason, table.reference, table.productId, table.size),
  ],
)

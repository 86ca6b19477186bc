import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { StockChangeReason } from '#contract/staff/stock.ts'
import { products, productSizes } from './catalogue.ts'
import { key, timestamptzNow } from './columns.ts'
import { warehouses } from './storefront.ts'

/** A size runs low with fewer pieces than this, unless the store has set another number. */
export const usualLowBelow = 2

/** How many pieces of a size a warehouse has; the source of truth. Without a row it has none. */
export const stockLevels = pgTable(
  'stock_levels',
  {
    productId: key().notNull(),
    size: key().notNull(),
    warehouseId: key()
      .notNull()
      .references(() => warehouses.id),
    onHand: integer().notNull().default(0),
    /** Where in the warehouse it lies, such as 'B-07'. */
    shelf: text(),
    /** The desk says so when fewer pieces than this are left. */
    lowBelow: integer().notNull().default(usualLowBelow),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.size, table.warehouseId] }),
    foreignKey({
      name: 'stock_levels_of_size',
      columns: [table.productId, table.size],
      foreignColumns: [productSizes.productId, productSizes.size],
    }).onDelete('cascade'),
    check('stock_levels_never_oversold', sql`on_hand >= 0`),
    check('stock_levels_low_below', sql`low_below >= 0`),
  ],
)

const stockReasons = [
  'order',
  'order_cancelled',
  'item_cancelled',
  'swapped_out',
  'swapped_in',
  'hold_expired',
  'trial_unsold',
  'returned',
  'exchange_out',
  'exchange_in',
  'exchange_cancelled',
  'counted',
  ...StockChangeReason.options,
  'transfer_out',
  'transfer_in',
  'imported',
] as const
export type StockReason = (typeof stockReasons)[number]

/** The stock ledger. `reference` is the order, line, count or import that caused the change; each is recorded once. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    warehouseId: key()
      .notNull()
      .references(() => warehouses.id),
    productId: key()
      .notNull()
      .references(() => products.id),
    size: key().notNull(),
    change: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    reference: key().notNull(),
    at: timestamptzNow(),
  },
  (table) => [
    uniqueIndex('stock_moves_once').on(
      table.reason,
      table.reference,
      table.productId,
      table.size,
      table.warehouseId,
    ),
  ],
)

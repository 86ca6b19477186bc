import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { createdMoment, key, ownId } from './columns.ts'
import { orders } from './orders.ts'

/** The last number of a series (a financial year). Its row lock keeps the numbers gapless. */
export const invoiceCounters = pgTable('invoice_counters', {
  series: key().primaryKey(),
  lastNumber: integer().notNull().default(0),
})

/** Issued invoices and credit notes. Rows are immutable. */
export const invoices = pgTable(
  'invoices',
  {
    id: ownId(),
    orderId: key()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['invoice', 'credit_note'] }).notNull(),
    /** The id of the order, or of the returned line for a credit note. */
    reference: key().notNull(),
    series: key().notNull(),
    number: integer().notNull(),
    content: jsonb().$type<unknown>().notNull(),
    issuedAt: createdMoment(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.series, table.number),
    uniqueIndex('invoices_once').on(table.orderId, table.kind, table.reference),
  ],
)

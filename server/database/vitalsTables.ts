import { doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, ownId } from './columns.ts'

/** How a page felt to a real visitor; nothing about who that was. */
export const vitals = pgTable(
  'vitals',
  {
    id: ownId(),
    page: text().notNull(),
    metric: text({ enum: ['FCP', 'LCP', 'CLS', 'INP', 'TTFB'] }).notNull(),
    value: doublePrecision().notNull(),
    at: createdMoment(),
  },
  (table) => [index().on(table.at)],
)

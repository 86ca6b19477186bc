import { doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'

export const complaints = pgTable('complaints', {
  id: ownId(),
  /** What the shopper keeps to ask after it. */
  ticket: key().notNull().unique(),
  name: text().notNull(),
  contactNumber: text().notNull(),
  text: text().notNull(),
  orderId: key(),
  state: text({ enum: ['open', 'answered'] })
    .notNull()
    .default('open'),
  createdAt: createdMoment(),
  answeredAt: moment(),
})

/** What demo mode would have sent to a phone. Live mode never writes here. */
export const inboxMessages = pgTable(
  'inbox_messages',
  {
    id: ownId(),
    to: key().notNull(),
    text: text().notNull(),
    otp: text(),
    link: text(),
    at: createdMoment(),
  },
  (table) => [index().on(table.to, table.at.desc())],
)

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

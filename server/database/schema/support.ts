import { doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'

export const complaints = pgTable('complaints', {
  id: ownId(),
  /** The ticket number that the shopper gets. */
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

/** Text messages of demo mode, which are not sent. Live mode never writes here. */
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

/** Web vitals of real visits, without personal data. */
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

import { date, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'

export const users = pgTable('users', {
  id: ownId(),
  /** Ten digits; null once the account is erased. The row stays, because orders refer to it. */
  contactNumber: key().unique(),
  /** Keyed hash of the phone number; copied to the user's coupon redemptions when the account is erased. */
  phoneHash: text(),
  firstName: text().notNull(),
  lastName: text().notNull().default(''),
  email: text().notNull().default(''),
  gender: text({ enum: ['male', 'female', 'other'] }).notNull(),
  dateOfBirth: date({ mode: 'string' }),
  createdAt: createdMoment(),
  erasedAt: moment(),
})

const ownerId = () =>
  key()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const addresses = pgTable(
  'addresses',
  {
    id: ownId(),
    userId: ownerId(),
    label: text({ enum: ['home', 'work', 'other'] }).notNull(),
    street: text().notNull(),
    city: text().notNull(),
    state: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    /** Null if the location is unknown; such an address cannot be delivered to. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    createdAt: createdMoment(),
  },
  (table) => [index().on(table.userId, table.createdAt)],
)

/** What a user agreed to and when, as proof. Rows are immutable. */
export const consents = pgTable(
  'consents',
  {
    id: ownId(),
    userId: ownerId(),
    subject: text().notNull(),
    version: text().notNull(),
    answer: text({ enum: ['given', 'withdrawn'] }).notNull(),
    at: createdMoment(),
  },
  (table) => [index().on(table.userId)],
)

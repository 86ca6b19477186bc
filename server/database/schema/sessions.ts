import { index, integer, pgTable } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'
import { users } from './users.ts'

/** A sign-in. Only the SHA-256 of its token is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: ownId(),
    tokenHash: key().notNull().unique(),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdMoment(),
    lastUsedAt: createdMoment(),
    /** However busy it is, it ends then. */
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId, table.lastUsedAt)],
)

/** The one live code of a phone number, kept as an HMAC with a pepper that is not in here. */
export const otps = pgTable('otps', {
  contactNumber: key().primaryKey(),
  codeHash: key().notNull(),
  /** Guesses at this code. */
  tries: integer().notNull().default(0),
  /** How often this code was sent: the wait before the next time grows with it. */
  sends: integer().notNull().default(1),
  sentAt: createdMoment(),
  resendAt: moment().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
  /** Wrong guesses in a row, over all codes, until one is right. */
  failures: integer().notNull().default(0),
  lockedUntil: moment(),
})

/** Proof that a new number has shown its code. Good for one signup. */
export const signupTokens = pgTable('signup_tokens', {
  tokenHash: key().primaryKey(),
  contactNumber: key().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
})

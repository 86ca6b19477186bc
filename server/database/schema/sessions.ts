import { index, integer, pgTable } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'
import { users } from './users.ts'

/** Login sessions. Only the SHA-256 of the token is stored. */
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
    /** The session ends at this time even if it is in use. */
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId, table.lastUsedAt)],
)

/** The current OTP of a phone number, stored as an HMAC with a pepper that is not in this table. */
export const otps = pgTable('otps', {
  contactNumber: key().primaryKey(),
  codeHash: key().notNull(),
  /** Verification attempts for this OTP. */
  tries: integer().notNull().default(0),
  /** How often this OTP was sent; the wait before the next message grows with it. */
  sends: integer().notNull().default(1),
  sentAt: createdMoment(),
  resendAt: moment().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
  /** Consecutive wrong attempts over all OTPs; reset by a right one. */
  failures: integer().notNull().default(0),
  lockedUntil: moment(),
})

/** Proof that the owner of a new number has entered its OTP. Valid for one signup. */
export const signupTokens = pgTable('signup_tokens', {
  tokenHash: key().primaryKey(),
  contactNumber: key().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
})

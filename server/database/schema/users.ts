import { boolean, date, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

import { timestamptzNow, key, timestamptz, uuidKey } from './columns.ts'

export const users = pgTable('users', {
  id: uuidKey(),
  /** Ten digits; null once the account is erased. The row stays, because orders refer to it. */
  contactNumber: key().unique(),
  /** Keyed hash of the phone number; copied to the user's coupon redemptions when the account is erased. */
  phoneHash: text(),
  firstName: text().notNull(),
  lastName: text().notNull().default(''),
  email: text().notNull().default(''),
  gender: text({ enum: ['male', 'female', 'other'] }).notNull(),
  dateOfBirth: date({ mode: 'string' }),
  /** Whether staff opened the account for somebody on the phone, who completes it by signing up. */
  awaitsSignup: boolean().notNull().default(false),
  createdAt: timestamptzNow(),
  erasedAt: timestamptz(),
})

const ownerId = () =>
  key()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const addresses = pgTable(
  'addresses',
  {
    id: uuidKey(),
    userId: ownerId(),
    label: text({ enum: ['home', 'work', 'other'] }).notNull(),
    /** Empty if it was not given; `street` begins with it. */
    house: text().notNull().default(''),
    street: text().notNull(),
    city: text().notNull(),
    state: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    /** Null if the location is unknown; such an address cannot be delivered to. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    createdAt: timestamptzNow(),
  },
  (table) => [index().on(table.userId, table.createdAt)],
)

/** What a user agreed to and when, as proof. Rows are immutable. */
export const consents = pgTable(
  'consents',
  {
    id: uuidKey(),
    userId: ownerId(),
    subject: text().notNull(),
    version: text().notNull(),
    answer: text({ enum: ['given', 'withdrawn'] }).notNull(),
    at: timestamptzNow(),
  },
  (table) => [index().on(table.userId)],
)

/** Login sessions. Only the SHA-256 of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuidKey(),
    tokenHash: key().notNull().unique(),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptzNow(),
    lastUsedAt: timestamptzNow(),
    /** The session ends at this time even if it is in use. */
    expiresAt: timestamptz().notNull(),
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
  sentAt: timestamptzNow(),
  resendAt: timestamptz().notNull(),
  expiresAt: timestamptz().notNull(),
  usedAt: timestamptz(),
  /** Consecutive wrong attempts over all OTPs; reset by a right one. */
  failures: integer().notNull().default(0),
  lockedUntil: timestamptz(),
})

/** Proof that the owner of a new number has entered its OTP. Valid for one signup. */
export const signupTokens = pgTable('signup_tokens', {
  tokenHash: key().primaryKey(),
  contactNumber: key().notNull(),
  expiresAt: timestamptz().notNull(),
  usedAt: timestamptz(),
})

import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { HistorySubject } from '#contract/staff/people.ts'
import { StaffRole } from '#contract/staff/roles.ts'
import { bytes, key, timestamptz, timestamptzNow, uuidKey } from './columns.ts'

const role = () => text({ enum: StaffRole.options }).notNull()

/** The people who work for the store. Nobody is deleted, because history names them. */
export const staff = pgTable('staff', {
  id: uuidKey(),
  name: text().notNull(),
  /** Ten digits. */
  contactNumber: key().notNull().unique(),
  role: role(),
  /** The warehouses that the person works for; all if it is empty. */
  warehouseIds: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  createdAt: timestamptzNow(),
  disabledAt: timestamptz(),
  /** When the shift of a rider began; null outside of one. */
  onShiftSince: timestamptz(),
})

/** Logins to the desk. Only the SHA-256 of the token is stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuidKey(),
    tokenHash: key().notNull().unique(),
    staffId: key()
      .notNull()
      .references(() => staff.id),
    /** Browser and system, as people call them. */
    device: text().notNull(),
    createdAt: timestamptzNow(),
    lastUsedAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.staffId, table.lastUsedAt)],
)

/** Keys of other programs, such as an ERP. A key is ended by its expiry. */
export const apiKeys = pgTable('api_keys', {
  id: uuidKey(),
  name: text().notNull(),
  role: role(),
  /** The warehouses that the program works for; all if it is empty. */
  warehouseIds: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  keyHash: key().notNull().unique(),
  createdAt: timestamptzNow(),
  expiresAt: timestamptz().notNull(),
  lastUsedAt: timestamptz(),
})

/** Who changed what. Rows are immutable: a trigger refuses to change or delete them. */
export const staffHistory = pgTable(
  'staff_history',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamptzNow(),
    /** Null for the command line and for keys. */
    staffId: key().references(() => staff.id),
    keyId: key().references(() => apiKeys.id),
    /** The name and role at that time. */
    by: text().notNull(),
    role: text({ enum: StaffRole.options }),
    subject: text({ enum: HistorySubject.options }).notNull(),
    subjectId: key().notNull(),
    /** The warehouse of what was changed, where the subject itself does not say it. */
    warehouseId: key(),
    /** What people call the thing. */
    name: text().notNull(),
    action: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    after: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('staff_history_of').on(table.subject, table.subjectId, table.id),
    check('staff_history_author', sql`staff_id is null or key_id is null`),
  ],
)

/** Passkeys (WebAuthn) with which people log in instead of an OTP. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The id that the authenticator gave it, as base64url. */
    id: key().primaryKey(),
    staffId: key()
      .notNull()
      .references(() => staff.id),
    publicKey: bytes().notNull(),
    /** Counts the uses, where the authenticator counts them; a copied key is noticed by it. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The device on which it was made. */
    device: text().notNull(),
    createdAt: timestamptzNow(),
    lastUsedAt: timestamptz(),
  },
  (table) => [index().on(table.staffId)],
)

/** What an authenticator has to sign. A challenge is deleted with its first use. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: key().primaryKey(),
    /** Who registers a passkey; null for a login. */
    staffId: key().references(() => staff.id),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)

/** Where people of the staff get notifications. A subscription is deleted with the session in which it was made. */
export const staffPushSubscriptions = pgTable(
  'staff_push_subscriptions',
  {
    id: uuidKey(),
    staffId: key()
      .notNull()
      .references(() => staff.id),
    sessionId: key()
      .notNull()
      .references(() => staffSessions.id, { onDelete: 'cascade' }),
    endpoint: key().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamptzNow(),
  },
  (table) => [index().on(table.staffId)],
)

import { sql } from 'drizzle-orm'
import { bigserial, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { HistorySubject } from '#contract/staff/people.ts'
import { StaffRole } from '#contract/staff/roles.ts'
import { key, timestamptz, timestamptzNow, uuidKey } from './columns.ts'

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

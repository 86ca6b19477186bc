import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { bigint, customType, integer, jsonb, timestamp } from 'drizzle-orm/pg-core'

import type { LineDetails } from '#contract/cart/cart.ts'
import type { Paise } from '#contract/values/money.ts'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The number of a transaction; only meaningful in its own database, so a backup leaves it out. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Text that is compared byte by byte, so that ids sort alike in every database. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** A random UUID as text, so that a malformed id is not found instead of causing an error. */
export const uuidKey = () =>
  key()
    .primaryKey()
    .default(sql`gen_random_uuid()::text`)
    .$defaultFn(randomUUID)

/** A price per item, which fits into an integer. Totals use `totalPaise`. */
export const pricePaise = () => integer()
export const totalPaise = () => bigint({ mode: 'number' })
/** Brands the amount of a paise column as the contract's `Paise`. */
export const asPaise = (amount: number) => amount as Paise

/** The fields of a line that no rule looks at. */
export const lineDetails = () => jsonb().$type<LineDetails>().notNull().default({})

/** A timestamp with millisecond precision, the same as a JavaScript Date, so that comparisons in SQL agree. */
export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })
export const timestamptzNow = () => timestamptz().notNull().defaultNow()

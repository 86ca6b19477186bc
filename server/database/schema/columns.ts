import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core'

/** Text that is compared byte by byte, so that ids sort alike in every database. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** An id nobody can guess. It stays text: an id that is no UUID is then simply not found. */
export const ownId = () =>
  key()
    .primaryKey()
    .default(sql`gen_random_uuid()::text`)
    .$defaultFn(randomUUID)

/** An amount per piece. Totals are `totalPaise`. */
export const pricePaise = () => integer()
export const totalPaise = () => bigint({ mode: 'number' })

/** A moment, to the millisecond: what JavaScript reads is what SQL compares. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
export const createdMoment = () => moment().notNull().defaultNow()

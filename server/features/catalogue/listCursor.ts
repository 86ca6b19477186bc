import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { isMoment } from '#server/platform/runtime/clock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/** Which product it is, and by what the next page is found. */
export type Place = { id: string; pricePaise: number; createdAt: Date }

/** Where a page ended: the price or the time of its last product, and how many came before. */
const Cursor = v.object({
  price: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
  at: v.pipe(v.string(), v.check(isMoment)),
  id: v.pipe(
    v.string(),
    v.check((id) => !id.includes('\0')),
  ),
  before: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
})
export type Cursor = v.InferOutput<typeof Cursor>

export function cursorOf(last: Place, before: number): string {
  const { pricePaise: price, createdAt, id } = last
  const cursor: Cursor = { price, at: createdAt.toISOString(), id, before }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function readCursor(text: string): Cursor {
  try {
    return v.parse(Cursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new StoreError('invalid', 'This list has changed. Please load it again.')
  }
}

/** What comes after the last product shown, in the list's own order. */
export function afterCursor(query: ListQuery, cursor: Cursor | undefined): SQL | undefined {
  if (!cursor) return undefined
  const { price, at, id } = cursor
  const { pricePaise, createdAt, id: idColumn } = products
  if (query.sortOrder === 'asc') return sql`(${pricePaise}, ${idColumn}) > (${price}, ${id})`
  if (query.sortOrder === 'desc') return sql`(${pricePaise}, ${idColumn}) < (${price}, ${id})`
  return sql`(${createdAt}, ${idColumn}) < (${at}::timestamptz, ${id})`
}

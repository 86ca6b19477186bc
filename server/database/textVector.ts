import { customType } from 'drizzle-orm/pg-core'

/** What full-text search looks into; written by the database, read by no one. */
export const textVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

import { sql } from 'drizzle-orm'
import { customType, index, pgTable } from 'drizzle-orm/pg-core'

import { createdMoment, key, ownId } from './columns.ts'
import { users } from './users.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Photos that shoppers attach to a return. */
export const returnPhotos = pgTable(
  'return_photos',
  {
    id: ownId(),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The returned line; null until the return is requested. */
    lineId: key(),
    picture: bytes().notNull(),
    createdAt: createdMoment(),
  },
  (table) => [
    index('return_photos_of_user').on(table.userId),
    index('return_photos_unclaimed')
      .on(table.createdAt)
      .where(sql`line_id is null`),
  ],
)

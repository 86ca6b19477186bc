import { pgTable, primaryKey } from 'drizzle-orm/pg-core'

import { products } from './catalogue.ts'
import { createdMoment, key } from './columns.ts'
import { users } from './users.ts'

export const wishlistLines = pgTable(
  'wishlist_lines',
  {
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: key(),
    addedAt: createdMoment(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)

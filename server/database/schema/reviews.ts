import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { products } from './catalogue.ts'
import { createdMoment, key, ownId } from './columns.ts'
import { users } from './users.ts'

/** Reviews by customers who received the product; one per customer and product. */
export const reviews = pgTable(
  'reviews',
  {
    id: ownId(),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stars: smallint().notNull(),
    words: text().notNull().default(''),
    fit: text({ enum: ['small', 'true', 'large'] }),
    size: key().notNull(),
    firstName: text().notNull(),
    createdAt: createdMoment(),
  },
  (table) => [
    uniqueIndex('reviews_once').on(table.productId, table.userId),
    index('reviews_fit').on(table.productId, table.stars, table.fit),
    index('reviews_newest').on(table.productId, table.createdAt.desc()),
    check('reviews_stars', sql`stars between 1 and 5`),
  ],
)

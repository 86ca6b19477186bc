import { and, eq } from 'drizzle-orm'

import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isOnSale } from '#server/commerce/products.ts'

/** The addresses of a product's photos; undefined where it is not on sale. */
export async function readPhotos(db: Database, id: string): Promise<string[] | undefined> {
  const [row] = await db
    .select({ photos: products.photos })
    .from(products)
    .where(and(isOnSale, eq(products.id, id)))
  return row?.photos
}

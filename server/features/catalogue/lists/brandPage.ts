import { eq, inArray } from 'drizzle-orm'

import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/catalogueIndex.ts'
import type { Database } from '#server/database/client/connect.ts'
import { brands, categories } from '#server/database/schema/catalogue.ts'
import { namesOf } from '#server/features/catalogue/storefront.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { facetsOf } from './filters.ts'

/** What a brand says about itself, and the categories of its products, the largest first. */
export async function readBrandPage(
  db: Database,
  id: string,
  index?: CatalogueIndex,
): Promise<BrandPage> {
  const [brand] = await db.select().from(brands).where(eq(brands.id, id))
  if (!brand) throw new StoreError('not_found', 'This brand is not available')
  const counts = facetsOf(await snapshotOf(db, index), { brand: id }).categories
  const rows =
    counts.size > 0
      ? await db
          .select()
          .from(categories)
          .where(inArray(categories.id, [...counts.keys()]))
          .orderBy(categories.position, categories.id)
      : []
  const { name, photo, genderIds, description } = brand
  return {
    _id: id,
    name,
    photo,
    gender: namesOf(genderIds),
    ...(description && { description }),
    categories: rows
      .map((row) => ({
        _id: row.id,
        name: row.name,
        gender: namesOf(row.genderIds),
        count: counts.get(row.id) ?? 0,
      }))
      .sort((a, b) => b.count - a.count),
  }
}

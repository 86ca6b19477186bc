import { eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { ListQuery } from '#contract/listing.ts'
import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from '#server/database/catalogueTables.ts'
import { tsQueryOf } from '#server/database/meantWords.ts'
import { isOnSale } from '#server/database/selectProducts.ts'

/** As wide as what may be asked for, which is more than any product costs. */
const paise = (rupees: string) => sql`${toPaise(Number(rupees) as Rupees)}::bigint`

/** Names as an array of text, as the indexes over lists of ids want them. */
const textArray = (names: string[]) =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`

/** What a list asks of its products. A size counts only where it is in stock. */
export function conditionsOf(query: ListQuery, words?: string[]): SQL[] {
  const { category, subcategory, gender, brand, size, origin, priceMin, priceMax } = query
  const conditions: (SQL | undefined | false)[] = [
    isOnSale,
    words && sql`${products.searchVector} @@ ${tsQueryOf(words)}`,
    category !== undefined && eq(products.categoryId, category),
    subcategory !== undefined && sql`${products.subcategoryIds} @> ${textArray([subcategory])}`,
    gender !== undefined && sql`${products.genderIds} @> ${textArray([gender.toLowerCase()])}`,
    brand !== undefined && inArray(products.brandId, brand.split(',')),
    size !== undefined && sql`${products.sizesInStock} && ${textArray(size.split(','))}`,
    origin !== undefined && inArray(products.origin, origin.split(',')),
    priceMin !== undefined && sql`${products.pricePaise} >= ${paise(priceMin)}`,
    priceMax !== undefined && sql`${products.pricePaise} <= ${paise(priceMax)}`,
    query.inStock === 'true' && eq(products.isInStock, true),
  ]
  return conditions.filter((condition): condition is SQL => Boolean(condition))
}

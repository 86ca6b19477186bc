import { sql } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  brands,
  categories,
  productPopularity,
  products,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import { colourOf, fabricsOf, occasionsOf } from '#contract/search/attributes.ts'
import type { ColumnName } from './catalogueSnapshot.ts'
import { separator } from './columns.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import type { IndexedWords } from './wordIndex.ts'
import { codeWordOf, wordsOfText } from '#contract/search/words.ts'

/** What the catalogue in memory has of a product. */
export type ProductEntry = IndexedWords & {
  id: string
  /** By column; `separator` stands between several values. */
  columns: Record<ColumnName, string>
  inStock: number
  rank: number
  /** In paise. */
  price: number
  discount: number
  rating: number
  popularity: number
  isSold: number
  createdAt: number
  restockedAt: number
  /** The transaction that last changed the product. */
  changedIn: number
}

type Row = {
  id: string
  code: string
  name: string
  searchWords: string
  category: string
  brand: string
  origin: string
  subcategories: string
  genders: string
  sizes: string
  stockedIn: string
  colour: string
  fabric: string | null
  pricePaise: number
  mrpPaise: number
  createdAt: number
  restockedAt: number | null
  popularity: number | null
  isSold: boolean | null
  rating: number | null
  rank: number
  changedIn: number
}

/** The newness of a product in its rank falls to 37 % (1/e) in this time. */
const newnessDecayDays = 30

/**
 * What sells, what is new, and what still has most of its sizes. Lists are the same for all shoppers, so that
 * they can be cached; the share of its sizes in stock says how likely a product fits the shopper who looks
 * at it. The age is counted from the start of `day`, so that products change places only as they sell.
 */
const rankOn = (day: string) => sql`(ln(1 + coalesce(${productPopularity.score}, 0))
  + exp(-extract(epoch from ${day}::timestamptz - products.created_at)
      / ${sql.raw(String(newnessDecayDays * 86_400))})
  + cardinality(products.sizes_in_stock)::real / greatest(cardinality(products.sizes), 1))::float8`

const createdAtSeconds = sql`extract(epoch from products.created_at)::int`

/** The numbers of transactions are exact as floating-point numbers for as long as a store can run. */
const changedInNumber = sql`${products.changedIn}::text::float8`

const fromProducts = sql`from ${products}
  left join ${productPopularity} on ${productPopularity.productId} = products.id
  where ${isPublished}`

/** The ids of all products as recommended: in stock before sold out, then by rank (`compareEntries`). */
export async function readRecommendedIds(db: Database, day: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select products.id ${fromProducts}
    order by products.is_in_stock desc, ${rankOn(day)} desc, ${createdAtSeconds} desc, products.id desc`)
  return rows.map(({ id }) => id)
}

/** What identifies the state of each published product: the transaction that last changed it. */
export async function readVersions(db: Database): Promise<{ id: string; changedIn: number }[]> {
  const { rows } = await db.execute<{ id: string; changedIn: number }>(
    sql`select id, ${changedInNumber} as "changedIn" from ${products} where ${isPublished}`,
  )
  return rows
}

type Ranked = Pick<ProductEntry, 'id' | 'inStock' | 'rank' | 'createdAt'>

/** The order of `readRecommendedIds`. */
export const compareEntries = (a: Ranked, b: Ranked): number =>
  b.inStock - a.inStock ||
  b.rank - a.rank ||
  b.createdAt - a.createdAt ||
  (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Reads products by id, in any order; those that are not published are left out. */
export async function readEntries(
  db: Database,
  { ids, day, names }: { ids: string[]; day: string; names: GroupNames },
): Promise<ProductEntry[]> {
  const { rows } = await db.execute<Row>(sql`
    select products.id, products.code, products.name, search_words as "searchWords",
      category_id as category, brand_id as brand, products.origin,
      array_to_string(subcategory_ids, chr(1)) as subcategories,
      array_to_string(products.gender_ids, chr(1)) as genders,
      array_to_string(sizes_in_stock, chr(1)) as sizes, array_to_string(stocked_in, chr(1)) as "stockedIn",
      products.colour,
      jsonb_path_query_first(products.details, '$[*] ? (@.name == "Fabric").value') #>> '{}' as fabric,
      price_paise as "pricePaise", mrp_paise as "mrpPaise", ${createdAtSeconds} as "createdAt",
      extract(epoch from products.restocked_at)::int as "restockedAt",
      ${productPopularity.score} as popularity, ${productPopularity.isSold} as "isSold",
      case when review_count >= ${sql.raw(String(rules.reviews.minForRating))} then rating_tenths end as rating,
      ${rankOn(day)} as rank, ${changedInNumber} as "changedIn"
    ${fromProducts} and products.id = any(${sql.param(ids)}::text[])`)
  return rows.map((row) => entryOf(row, names))
}

function entryOf(row: Row, names: GroupNames): ProductEntry {
  const name = wordsOfText(row.name)
  const words = wordsOfText(row.searchWords)
  const groups = [row.category, ...row.subcategories.split(separator)]
  const fabrics = fabricsOf(row.fabric ?? '')
  const occasions = occasionsOf([...name, ...words, ...groups.flatMap((id) => names.get(id) ?? [])])
  return {
    id: row.id,
    name,
    otherWords: [...words, ...wordsOfText(row.colour), ...[codeWordOf(row.code)].filter(Boolean)],
    columns: {
      category: row.category,
      brand: row.brand,
      origin: row.origin,
      subcategories: row.subcategories,
      genders: row.genders,
      sizes: row.sizes,
      stockedIn: row.stockedIn,
      colour: colourOf(row.colour) ?? colourOf(row.name) ?? '',
      fabrics: (fabrics.length > 0 ? fabrics : fabricsOf(row.name)).join(separator),
      occasions: occasions.sort().join(separator),
    },
    inStock: row.sizes === '' ? 0 : 1,
    rank: row.rank,
    price: row.pricePaise,
    discount: Math.round((1 - row.pricePaise / row.mrpPaise) * 100),
    rating: row.rating ?? 0,
    popularity: row.popularity ?? 0,
    isSold: Number(row.isSold ?? false),
    createdAt: row.createdAt,
    restockedAt: row.restockedAt ?? 0,
    changedIn: row.changedIn,
  }
}

type GroupTable = typeof categories | typeof subcategories | typeof brands

const namesOf = ({ id, name, aliases }: GroupTable) => ({ id, name, aliases })

/** The words of the names of categories and subcategories, by id. */
export type GroupNames = Map<string, string[]>

/** The names of categories, subcategories and brands: what a search means by them, and for `readEntries`. */
export async function readNames(
  db: Database,
): Promise<{ names: GroupNames; dictionary: Dictionary }> {
  const named = {
    categories: await db.select(namesOf(categories)).from(categories),
    subcategories: await db
      .select({ ...namesOf(subcategories), categoryId: subcategories.categoryId })
      .from(subcategories),
    brands: await db.select(namesOf(brands)).from(brands),
  }
  const groups = [...named.categories, ...named.subcategories]
  const names = new Map(groups.map(({ id, name }) => [id, wordsOfText(name)]))
  return { names, dictionary: createDictionary(named) }
}

import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'

/** The facts about a product by which a shop assistant would judge it. */
export type SearchFacts = {
  id: string
  name: string
  /** The names of its category and subcategories. */
  kind: string
  brand: string
  colour: string
  fabric: string
  words: string
  genders: string[]
  rupees: number
  /** The sizes in stock. */
  sizes: string[]
}

export async function readSearchFacts(db: Database): Promise<SearchFacts[]> {
  const { rows } = await db.execute<SearchFacts>(sql`
    select p.id, p.name, p.colour, p.search_words as words, p.gender_ids as genders,
      p.sizes_in_stock as sizes, p.price_paise / 100.0 as rupees, b.name as brand,
      coalesce(jsonb_path_query_first(p.details, '$[*] ? (@.name == "Fabric").value') #>> '{}', '') as fabric,
      c.name || ' ' || coalesce((
        select string_agg(s.name, ' ') from subcategories s where s.id = any(p.subcategory_ids)), '') as kind
    from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
    where p.is_published`)
  return rows.map((row) => ({ ...row, rupees: Number(row.rupees) }))
}

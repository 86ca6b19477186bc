import { asc, eq, inArray, sql } from 'drizzle-orm'

import { groupNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { brands, categories, subcategories } from '#server/database/schema/catalogue.ts'
import { homeGridCategories, homeOffers, sliders } from '#server/database/schema/storefront.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import {
  categoryIdOf,
  idOfName,
  subcategoryIdOf,
} from '#server/features/catalogue/import/importValues.ts'

/** Brands, categories and subcategories: what products are grouped by. */
export type GroupKind = keyof typeof tables

const tables = { brand: brands, category: categories, subcategory: subcategories }

/** A group as staff see it, with the number of its products, drafts included. */
export type Group = { id: string; name: string; photo: string; aliases: string[]; products: number }

export type GroupChanges = { name?: string; photo?: string }
export type BrandChanges = GroupChanges & {
  description?: string
  isPremium?: boolean
  hasTryAndBuy?: boolean
}
export type CategoryChanges = GroupChanges & { title?: string }

const productsIn = {
  brand: sql<number>`(select count(*)::int from products p where p.brand_id = brands.id)`,
  category: sql<number>`(select count(*)::int from products p where p.category_id = categories.id)`,
  subcategory: sql<number>`(
    select count(*)::int from products p where p.subcategory_ids @> array[subcategories.id::text])`,
}

/** All groups in the order in which the store shows them. */
export async function listGroups(db: Database, kind: GroupKind): Promise<Group[]> {
  const { id, name, photo, aliases, position } = tables[kind]
  return db
    .select({ id, name, photo, aliases, products: productsIn[kind] })
    .from(tables[kind])
    .orderBy(asc(position), asc(id))
}

/**
 * Changes a group. A new name is shown everywhere at once and found by searches; addresses keep the id, and an import
 * finds the group by its old name and by the new one.
 *
 * @throws StoreError 'not_found', or 'conflict' if another group has this name
 */
export function changeGroup(
  db: Database,
  { kind, id }: { kind: GroupKind; id: string },
  changes: BrandChanges | CategoryChanges,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const group = await requireGroup(tx, kind, id)
    const { name } = changes
    const alias = name === undefined ? undefined : importedIdOf(group, name)
    const isNew = alias !== undefined && alias !== id && !group.aliases.includes(alias)
    if (isNew) await requireFreeAlias(tx, kind, { alias, name })
    const aliases = isNew ? [...group.aliases, alias] : group.aliases
    await tx
      .update(tables[kind])
      .set({ ...changes, aliases })
      .where(eq(tables[kind].id, id))
    if (name !== undefined && name !== group.name)
      await renameInProducts(tx, { kind, id }, group.name)
  })
}

type StoredGroup = Awaited<ReturnType<typeof requireGroup>>

/** The id that an import gives to a group of this kind, gender and category with another name. */
function importedIdOf(group: StoredGroup, name: string): string {
  if ('categoryId' in group) return subcategoryIdOf(group.categoryId, name)
  return 'isPremium' in group ? idOfName(name) : categoryIdOf(group.genderIds, name)
}

async function requireGroup(tx: Database, kind: GroupKind, id: string) {
  const table = tables[kind]
  const [group] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!group) throw groupNotFound(kind, id)
  return group
}

type Alias = { alias: string; name: string | undefined }

async function requireFreeAlias(
  tx: Database,
  kind: GroupKind,
  { alias, name }: Alias,
): Promise<void> {
  const table = tables[kind]
  const [other] = await tx
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.id} = ${alias} or ${alias} = any(${table.aliases})`)
  if (other)
    throw new StoreError(
      'conflict',
      `The ${kind} ${other.id} is called ${name}; merge them instead`,
    )
}

/** The words that searches find a product by begin with the names of its groups. */
const derivedWords = (brandName: unknown, categoryName: unknown, subcategoryName: unknown) =>
  sql`concat_ws(' ', nullif(${brandName}, ''), nullif(${categoryName}, ''),
    nullif(${subcategoryName}, ''), nullif(p.colour, ''))`

/** Replaces the old name of a group in the words of its products. */
async function renameInProducts(
  tx: Database,
  { kind, id }: { kind: GroupKind; id: string },
  before: string,
): Promise<void> {
  const [b, c, s] = [sql`b.name`, sql`c.name`, sql`s.name`]
  const after = derivedWords(b, c, s)
  const old = {
    brand: derivedWords(sql`${before}::text`, c, s),
    category: derivedWords(b, sql`${before}::text`, s),
    subcategory: derivedWords(b, c, sql`${before}::text`),
  }[kind]
  const isIn = {
    brand: sql`p.brand_id = ${id}`,
    category: sql`p.category_id = ${id}`,
    subcategory: sql`p.subcategory_ids[1] = ${id}`,
  }[kind]
  await tx.execute(sql`
    update products set search_words = words.after || substr(search_words, length(words.before) + 1)
    from (
      select p.id, ${old} as before, ${after} as after from products p
      join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
      left join subcategories s on s.id = p.subcategory_ids[1]
      where ${isIn}
    ) words
    where products.id = words.id and starts_with(search_words, words.before)`)
}

/**
 * Merges a group into another one, which is kept. An import takes the name of the merged one for it from now on, and
 * addresses with its id lead to it.
 *
 * @throws StoreError 'not_found', or 'invalid' if both are the same, or subcategories of different categories
 */
export function mergeGroups(
  db: Database,
  { kind, from, into }: { kind: GroupKind; from: string; into: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (from === into) throw new StoreError('invalid', `A ${kind} can't be merged into itself`)
    const source = await requireGroup(tx, kind, from)
    const target = await requireGroup(tx, kind, into)
    if ('categoryId' in source && 'categoryId' in target && source.categoryId !== target.categoryId)
      throw new StoreError('invalid', `${from} and ${into} belong to different categories`)
    if (kind === 'category') await moveSubcategories(tx, from, into)
    await moveProducts(tx, { kind, from, into })
    await moveLinks(tx, { kind, from, into })
    await renameInProducts(tx, { kind, id: into }, source.name)
    const genderIds = [...new Set([...target.genderIds, ...source.genderIds])].sort().reverse()
    const aliases = [...new Set([...target.aliases, from, ...source.aliases])]
    await tx.delete(tables[kind]).where(eq(tables[kind].id, from))
    await tx.update(tables[kind]).set({ genderIds, aliases }).where(eq(tables[kind].id, into))
  })
}

async function moveProducts(
  tx: Database,
  { kind, from, into }: { kind: GroupKind; from: string; into: string },
): Promise<void> {
  if (kind === 'subcategory') {
    await tx.execute(sql`
      update products set subcategory_ids = array(
        select id from (
          select case id when ${from} then ${into}::text else id end as id, min(place) as place
          from unnest(subcategory_ids) with ordinality each (id, place) group by 1
        ) kept order by place)
      where ${from}::text = any(subcategory_ids)`)
    return moveSizeCharts(tx, 'subcategory_id', { from, into })
  }
  const column = kind === 'brand' ? 'brand_id' : 'category_id'
  await tx.execute(
    sql`update products set ${sql.raw(column)} = ${into} where ${sql.raw(column)} = ${from}`,
  )
  await moveSizeCharts(tx, column, { from, into })
}

const paramNames = { brand: 'brands', category: 'category', subcategory: 'subcategory' }

/** Lets the links of the home page lead to the list of the other group. */
async function moveLinks(
  tx: Database,
  { kind, from, into }: { kind: GroupKind; from: string; into: string },
): Promise<void> {
  const name = paramNames[kind]
  for (const table of [sliders, homeGridCategories, homeOffers]) {
    const rows = await tx.select({ id: table.id, link: table.link }).from(table)
    for (const { id, link } of rows) {
      const [path = '', query] = link.split('?')
      const params = new URLSearchParams(query)
      const ids = params.get(name)?.split(',') ?? []
      if (!ids.includes(from)) continue
      const moved = ids.map((group) => (group === from ? into : group))
      params.set(name, [...new Set(moved)].join())
      await tx
        .update(table)
        .set({ link: `${path}?${params}` })
        .where(eq(table.id, id))
    }
  }
}

const chartColumns = ['brand_id', 'category_id', 'subcategory_id'] as const

/** Where both groups have a chart for the same products, that of the kept group stays. */
async function moveSizeCharts(
  tx: Database,
  column: (typeof chartColumns)[number],
  { from, into }: { from: string; into: string },
): Promise<void> {
  const merged = sql.raw(column)
  const isSameScope = chartColumns
    .filter((other) => other !== column)
    .map((other) => sql.raw(`moved.${other} is not distinct from kept.${other}`))
  await tx.execute(sql`
    delete from size_charts moved using size_charts kept
    where moved.${merged} = ${from} and kept.${merged} = ${into}
      and ${sql.join(isSameScope, sql` and `)}`)
  await tx.execute(sql`update size_charts set ${merged} = ${into} where ${merged} = ${from}`)
}

/** The subcategories of a merged category become those of the other one; of two with the same name one is kept. */
async function moveSubcategories(tx: Database, from: string, into: string): Promise<void> {
  const rows = await tx
    .select()
    .from(subcategories)
    .where(inArray(subcategories.categoryId, [from, into]))
  for (const row of rows.filter(({ categoryId }) => categoryId === from)) {
    const isSame = ({ categoryId, name }: typeof row) =>
      categoryId === into && idOfName(name) === idOfName(row.name)
    const same = rows.find(isSame)
    const aliases = same ? row.aliases : [...row.aliases, subcategoryIdOf(into, row.name)]
    const values = { categoryId: into, aliases }
    await tx.update(subcategories).set(values).where(eq(subcategories.id, row.id))
    if (same) await mergeGroups(tx, { kind: 'subcategory', from: row.id, into: same.id })
  }
}

/**
 * Shows these groups first, in this order; the others follow in the order that they have.
 *
 * @throws StoreError 'not_found'
 */
export function orderGroups(db: Database, kind: GroupKind, ids: string[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    const existing = (await listGroups(tx, kind)).map(({ id }) => id)
    const missing = ids.find((id) => !existing.includes(id))
    if (missing !== undefined) throw groupNotFound(kind, missing)
    const ordered = [...new Set([...ids, ...existing])]
    const table = tables[kind]
    for (const [position, id] of ordered.entries())
      await tx.update(table).set({ position }).where(eq(table.id, id))
  })
}

/** The names of these groups; an unknown id has none. */
export async function readGroupNames(
  db: Database,
  kind: GroupKind,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  const { id, name } = tables[kind]
  return ids.length === 0 ? [] : db.select({ id, name }).from(tables[kind]).where(inArray(id, ids))
}

/** By kind, the group that an id of a file means. */
export type GroupAliases = Record<GroupKind, Map<string, string>>

export async function readAliases(db: Database): Promise<GroupAliases> {
  const aliasesOf = async (kind: GroupKind) => {
    const { id, aliases } = tables[kind]
    const rows = await db
      .select({ id, aliases })
      .from(tables[kind])
      .where(sql`cardinality(${aliases}) > 0`)
    return new Map(rows.flatMap((row) => row.aliases.map((alias) => [alias, row.id] as const)))
  }
  // One after the other, because the caller may pass a transaction, which has a single connection.
  return {
    brand: await aliasesOf('brand'),
    category: await aliasesOf('category'),
    subcategory: await aliasesOf('subcategory'),
  }
}

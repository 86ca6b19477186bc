import { createHash } from 'node:crypto'
import { inArray, type SQL, sql } from 'drizzle-orm'

import {
  brands,
  categories,
  genders,
  productSizes,
  products,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { recordImportedStock } from '#server/commerce/stock.ts'
import { type ImportedProduct, slugOf } from './importRow.ts'

const tintCount = 7

/**
 * Inserts and updates products by code, with their brands and categories. Unchanged rows are not
 * written.
 */
export async function writeProducts(tx: Database, imported: ImportedProduct[]) {
  await writeGenders(tx, imported)
  await writeBrands(tx, imported)
  await writeCategories(tx, imported)
  const rows = await withUniqueIds(tx, imported.map(productRow))
  const written = await tx
    .insert(products)
    .values(rows)
    .onConflictDoUpdate({ target: products.code, set: replacedColumns, setWhere: isChanged })
    .returning({ id: products.id, isNew: sql<boolean>`xmax = 0` })
  const stored = await tx
    .select({ id: products.id, code: products.code })
    .from(products)
    .where(
      inArray(
        products.code,
        imported.map(({ code }) => code),
      ),
    )
  const idOf = new Map(stored.map(({ id, code }) => [code, id]))
  const added = new Set(written.filter(({ isNew }) => isNew).map(({ id }) => id))
  const changed = new Set([
    ...written.map(({ id }) => id),
    ...(await writeSizes(tx, imported, idOf)),
    ...(await markMissingSizesSoldOut(tx, imported, idOf)),
  ])
  return {
    added: added.size,
    updated: changed.size - added.size,
    drafts: rows.filter(({ isPublished }) => !isPublished).length,
  }
}

/**
 * The columns that an import replaces: all but the id, the code and the stock, which is managed by
 * staff.
 */
const importedColumns = Object.fromEntries(
  (
    [
      'name',
      'brandId',
      'categoryId',
      'subcategoryIds',
      'genderIds',
      'mrpPaise',
      'pricePaise',
      'colour',
      'description',
      'details',
      'hsn',
      'gstBasisPoints',
      'origin',
      'madeIn',
      'maker',
      'makerAddress',
      'netQuantity',
      'careContact',
      'isPublished',
      'searchWords',
    ] as const
  ).map((column) => [column, sql.raw(`excluded.${toSnakeCase(column)}`)]),
)

/** An import without photos keeps the existing ones. */
const replacedColumns = {
  ...importedColumns,
  photos: sql`case when excluded.photos = '[]'::jsonb then ${products.photos} else excluded.photos end`,
}

/** The replaceable columns as stored and as imported, for comparison. */
const replacedNames = Object.keys(replacedColumns) as (keyof typeof products.$inferInsert)[]
const storedRow = sql.join(
  replacedNames.map((name) => sql`${products[name]}`),
  sql`, `,
)
const fileRow = sql.join(Object.values<SQL>(replacedColumns), sql`, `)
const isChanged = sql`(${storedRow}) is distinct from (${fileRow})`

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const categoryId = ({ genderIds, category }: ImportedProduct) =>
  [...(genderIds.length === 1 ? genderIds : []), slugOf(category)].join('-')
const subcategoryId = (product: ImportedProduct) =>
  `${categoryId(product)}-${slugOf(product.subcategory)}`
const hasSubcategory = ({ subcategory }: ImportedProduct) => slugOf(subcategory) !== ''

async function writeBrands(tx: Database, imported: ImportedProduct[]) {
  const rows = distinctById(imported, ({ brand }) => slugOf(brand)).map(
    ([id, { brand, genderIds }]) => ({
      id,
      name: brand,
      genderIds,
      position: 1000,
    }),
  )
  await tx.insert(brands).values(rows).onConflictDoNothing()
}

/** Default genders with placeholder images; women first, as the default. */
const storeGenders = [
  { id: 'women', name: 'WOMEN', photo: '/images/avatar-female.svg', position: 0 },
  { id: 'men', name: 'MEN', photo: '/images/avatar-male.svg', position: 1 },
] as const

/** The collection menu needs a row for each gender. */
async function writeGenders(tx: Database, imported: ImportedProduct[]) {
  const named = new Set(imported.flatMap(({ genderIds }) => genderIds))
  const rows = storeGenders.filter(({ id }) => named.has(id))
  if (rows.length > 0) await tx.insert(genders).values(rows).onConflictDoNothing()
}

async function writeCategories(tx: Database, imported: ImportedProduct[]) {
  const categoryRows = distinctById(imported, categoryId).map(([id, { category, genderIds }]) => ({
    id,
    slug: id,
    name: category,
    title: category,
    genderIds,
    position: 1000,
  }))
  await tx.insert(categories).values(categoryRows).onConflictDoNothing()
  const subcategoryRows = distinctById(imported.filter(hasSubcategory), subcategoryId).map(
    ([id, product]) => ({
      id,
      slug: id,
      categoryId: categoryId(product),
      name: product.subcategory,
      genderIds: product.genderIds,
      position: 1000,
    }),
  )
  if (subcategoryRows.length > 0)
    await tx.insert(subcategories).values(subcategoryRows).onConflictDoNothing()
}

/** One product per id, sorted by id, so that two imports cannot deadlock. */
function distinctById(imported: ImportedProduct[], idOf: (product: ImportedProduct) => string) {
  const first = new Map<string, ImportedProduct>()
  for (const product of imported) {
    const id = idOf(product)
    if (!first.has(id)) first.set(id, product)
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1))
}

type ProductRow = ReturnType<typeof productRow>

/**
 * Adds a hash of the code to an id that belongs to another product, because codes such as AB-1 and
 * ab/1 give the same id.
 */
async function withUniqueIds(tx: Database, rows: ProductRow[]): Promise<ProductRow[]> {
  const ids = rows.map(({ id }) => id)
  const stored = await tx
    .select({ id: products.id, code: products.code })
    .from(products)
    .where(inArray(products.id, ids))
  const codeOf = new Map(stored.map(({ id, code }) => [id, code]))
  return rows.map((row) => {
    const owner = codeOf.get(row.id) ?? row.code
    codeOf.set(row.id, owner)
    return owner === row.code ? row : { ...row, id: `${row.id}-${shortHashOf(row.code)}` }
  })
}

const shortHashOf = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 8)

function productRow(product: ImportedProduct) {
  const {
    stock,
    hasStock: _hasStock,
    hasSizes: _hasSizes,
    words,
    brand,
    category,
    subcategory,
    ...rest
  } = product
  const { origin, maker, makerAddress, netQuantity, careContact } = product
  const sizes = [...stock.keys()]
  return {
    ...rest,
    id: `${slugOf(`${brand} ${product.name}`).slice(0, 60)}-${slugOf(product.code)}`,
    brandId: slugOf(brand),
    categoryId: categoryId(product),
    subcategoryIds: hasSubcategory(product) ? [subcategoryId(product)] : [],
    tint: [...product.code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tintCount,
    isPublished: [origin, maker, makerAddress, netQuantity, careContact].every(
      (value) => value !== '',
    ),
    searchWords: [brand, category, subcategory, product.colour, words].filter(Boolean).join(' '),
    // The same values that the trigger computes, so that it does not update the row again.
    sizes,
    stock: Object.fromEntries(stock),
    sizesInStock: sizes.filter((size) => (stock.get(size) ?? 0) > 0),
  }
}

/**
 * Inserts new sizes with the stock of the file. Existing sizes change only if the file contains
 * stock. Returns the ids of the changed products.
 */
async function writeSizes(tx: Database, imported: ImportedProduct[], idOf: Map<string, string>) {
  const rowsOf = (some: ImportedProduct[]) =>
    some.flatMap(({ code, stock }) =>
      [...stock].map(([size, onHand], position) => ({
        productId: idOf.get(code) ?? '',
        size,
        onHand,
        position,
      })),
    )
  const target = [productSizes.productId, productSizes.size]
  const counted = rowsOf(imported.filter(({ hasStock }) => hasStock))
  const others = rowsOf(imported.filter(({ hasStock }) => !hasStock))
  const changed: { id: string }[] = []
  const returned = { id: productSizes.productId }
  if (counted.length > 0) {
    await recordImportedStock(
      tx,
      counted.map(({ onHand, ...item }) => ({ ...item, quantity: onHand })),
    )
    const set = { onHand: sql`excluded.on_hand`, position: sql`excluded.position` }
    const setWhere = sql`(${productSizes.onHand}, ${productSizes.position})
      is distinct from (excluded.on_hand, excluded.position)`
    const upsert = tx.insert(productSizes).values(counted)
    changed.push(
      ...(await upsert.onConflictDoUpdate({ target, set, setWhere }).returning(returned)),
    )
  }
  if (others.length > 0) {
    const insert = tx.insert(productSizes).values(others)
    changed.push(...(await insert.onConflictDoNothing().returning(returned)))
  }
  return changed.map(({ id }) => id)
}

/**
 * Sets the stock of sizes that the file no longer lists to 0. The rows stay, because orders and
 * carts may refer to them.
 */
async function markMissingSizesSoldOut(
  tx: Database,
  imported: ImportedProduct[],
  idOf: Map<string, string>,
) {
  const listed = imported
    .filter(({ hasSizes }) => hasSizes)
    .flatMap(({ code, stock }) =>
      [...stock.keys()].map((size) => ({ id: idOf.get(code) ?? '', size })),
    )
  const ids = sql`${sql.param(listed.map(({ id }) => id))}::text[]`
  const sizes = sql`${sql.param(listed.map(({ size }) => size))}::text[]`
  const isUnlisted = sql`product_id = any(${ids}) and not exists (
    select 1 from unnest(${ids}, ${sizes}) as listed (id, size)
    where listed.id = product_sizes.product_id and listed.size = product_sizes.size)`
  // Also those that are sold out: an order may be cancelled before they are locked.
  const unlisted = await tx
    .select({ productId: productSizes.productId, size: productSizes.size })
    .from(productSizes)
    .where(isUnlisted)
  await recordImportedStock(
    tx,
    unlisted.map((item) => ({ ...item, quantity: 0 })),
  )
  const soldOut = await tx
    .update(productSizes)
    .set({ onHand: 0 })
    .where(sql`on_hand > 0 and ${isUnlisted}`)
    .returning({ id: productSizes.productId })
  return soldOut.map(({ id }) => id)
}

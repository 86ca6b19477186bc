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
import { lockStock, recordImportedStock } from '#server/commerce/stock.ts'
import { isComplete, sizesAfter } from './importChanges.ts'
import type { ImportedProduct } from './importRow.ts'
import { shortHashOf, slugOf } from './importValues.ts'
import { isOrdered, searchWordsOf, type StoredProduct } from './storedProducts.ts'

const tintCount = 7

/** A product of a file, and what the store had under its code. */
export type ImportedChange = { product: ImportedProduct; stored: StoredProduct | undefined }

/** Inserts and updates products by code, with their brands and categories. */
export async function writeProducts(tx: Database, changes: ImportedChange[]): Promise<void> {
  const imported = changes.map(({ product }) => product)
  await writeGenders(tx, imported)
  await writeCategories(tx, imported)
  const rows = await withUniqueIds(tx, changes.map(productRow))
  const written = await tx
    .insert(products)
    .values(rows)
    .onConflictDoUpdate({ target: products.code, set: replacedColumns })
    .returning({ id: products.id, code: products.code })
  const idOf = new Map(written.map(({ id, code }) => [code, id]))
  const sized = changes.map(({ product, stored }) => ({
    id: idOf.get(product.code) ?? '',
    product,
    stored,
  }))
  await writeSizes(tx, sized)
  await dropSizes(tx, sized)
}

/**
 * The columns that an import replaces: all but the id, the code and the stock, which is managed by
 * staff.
 */
const replacedColumns: Record<string, SQL> = Object.fromEntries(
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
      'photos',
    ] as const
  ).map((column) => [column, sql.raw(`excluded.${toSnakeCase(column)}`)]),
)

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A brand belongs to every gender that one of its products is for, whichever was imported first. */
export async function writeBrands(tx: Database, imported: ImportedProduct[]) {
  const rows = distinctById(imported, ({ brandId }) => brandId).map(([id, { brand }]) => ({
    id,
    name: brand,
    genderIds: gendersOf(imported.filter(({ brandId }) => brandId === id)),
    position: 1000,
  }))
  await tx
    .insert(brands)
    .values(rows)
    .onConflictDoUpdate({
      target: brands.id,
      // Women come first, as everywhere.
      set: {
        genderIds: sql`array(select distinct unnest(${brands.genderIds} || excluded.gender_ids) as id order by id desc)`,
      },
      setWhere: sql`not ${brands.genderIds} @> excluded.gender_ids`,
    })
}

const gendersOf = (imported: ImportedProduct[]) =>
  storeGenders
    .map(({ id }) => id)
    .filter((id) => imported.some(({ genderIds }) => genderIds.includes(id)))

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
  const categoryRows = distinctById(imported, ({ categoryId }) => categoryId).map(
    ([id, { category, genderIds }]) => ({
      id,
      slug: id,
      name: category,
      title: category,
      genderIds,
      position: 1000,
    }),
  )
  await tx.insert(categories).values(categoryRows).onConflictDoNothing()
  const withSubcategory = imported.filter(({ subcategoryIds }) => subcategoryIds.length > 0)
  const subcategoryRows = distinctById(withSubcategory, subcategoryIdOf).map(([id, product]) => ({
    id,
    slug: id,
    categoryId: product.categoryId,
    name: product.subcategory,
    genderIds: product.genderIds,
    position: 1000,
  }))
  if (subcategoryRows.length > 0)
    await tx.insert(subcategories).values(subcategoryRows).onConflictDoNothing()
}

const subcategoryIdOf = ({ subcategoryIds: [id = ''] }: ImportedProduct) => id

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

/** The letters and digits of a code for an address; a code without any has a hash. */
const codeSlug = (code: string) => slugOf(code) || shortHashOf(code)

function productRow({ product, stored }: ImportedChange) {
  const {
    stock: _stock,
    hasStock: _hasStock,
    hasSizes: _hasSizes,
    photoNames: _photoNames,
    words,
    brand,
    category,
    subcategory,
    ...rest
  } = product
  const sizes = sizesAfter(product, stored)
  return {
    ...rest,
    id: `${slugOf(`${brand} ${product.name}`).slice(0, 60)}-${codeSlug(product.code)}`,
    tint: [...product.code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tintCount,
    isPublished: isComplete(product),
    searchWords: searchWordsOf([brand, category, subcategory, product.colour], words),
    // The same values that the trigger computes, so that it does not update the row again.
    sizes: sizes.map(({ size }) => size),
    stock: Object.fromEntries(sizes.map(({ size, onHand }) => [size, onHand])),
    sizesInStock: sizes.filter(({ onHand }) => onHand > 0).map(({ size }) => size),
  }
}

type SizedProduct = ImportedChange & { id: string }

/**
 * Inserts new sizes and puts all into their order. The stock of existing sizes changes only if the file contains stock.
 */
async function writeSizes(tx: Database, sized: SizedProduct[]): Promise<void> {
  const rowsOf = ({ id, product, stored }: SizedProduct) =>
    sizesAfter(product, stored).map(({ size, onHand }, position) => ({
      productId: id,
      size,
      onHand,
      position,
    }))
  const counted = sized.filter(({ product }) => product.hasStock).flatMap(rowsOf)
  const others = sized
    .filter(({ product }) => !product.hasStock)
    .flatMap((each) => {
      const positions = new Map(each.stored?.sizes.map(({ size, position }) => [size, position]))
      return rowsOf(each).filter(({ size, position }) => positions.get(size) !== position)
    })
  const target = [productSizes.productId, productSizes.size]
  const position = sql`excluded.position`
  if (counted.length > 0) {
    await recordImportedStock(
      tx,
      counted.map(({ onHand, ...item }) => ({ ...item, quantity: onHand })),
    )
    const set = { onHand: sql`excluded.on_hand`, position }
    const setWhere = sql`(${productSizes.onHand}, ${productSizes.position})
      is distinct from (excluded.on_hand, excluded.position)`
    await tx.insert(productSizes).values(counted).onConflictDoUpdate({ target, set, setWhere })
  }
  if (others.length > 0) {
    await lockStock(
      tx,
      others.map(({ onHand: quantity, ...item }) => ({ ...item, quantity })),
    )
    const insert = tx.insert(productSizes).values(others)
    await insert.onConflictDoUpdate({ target, set: { position } })
  }
}

/**
 * Sets the stock of sizes that the file no longer lists to 0, and removes those that no open order needs. Bags that
 * contain one show it as sold out.
 */
async function dropSizes(tx: Database, sized: SizedProduct[]): Promise<void> {
  const dropped = sized
    .filter(({ product }) => product.hasSizes)
    .flatMap(({ id, product, stored }) =>
      (stored?.sizes ?? [])
        .filter(({ size }) => !product.stock.has(size))
        .map(({ size }) => ({ productId: id, size, quantity: 0 })),
    )
  if (dropped.length === 0) return
  await recordImportedStock(tx, dropped)
  const ids = sql`${sql.param(dropped.map(({ productId }) => productId))}::text[]`
  const sizes = sql`${sql.param(dropped.map(({ size }) => size))}::text[]`
  const isDropped = sql`(product_id, size) in (select * from unnest(${ids}, ${sizes}))`
  await tx
    .update(productSizes)
    .set({ onHand: 0 })
    .where(sql`on_hand > 0 and ${isDropped}`)
  // An order may have been placed since the sizes were read.
  await tx
    .delete(productSizes)
    .where(sql`${isDropped} and not ${isOrdered(productSizes.productId, productSizes.size)}`)
}

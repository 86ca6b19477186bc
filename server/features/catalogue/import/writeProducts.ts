import { inArray, type SQL, sql } from 'drizzle-orm'

import {
  brands,
  categories,
  genders,
  productSizes,
  products,
  type StockByWarehouse,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  addMissingStockLevels,
  lockStock,
  setImportedStock,
  type StockItem,
} from '#server/commerce/stock.ts'
import { isShown, sizesAfter, stockAfter } from './importChanges.ts'
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
      'style',
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
  const withSubcategory = imported.filter(hasSubcategory)
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

/** Categories and subcategories without a photo get that of their first product which shoppers see. */
export async function addMissingPhotos(tx: Database, changes: ImportedChange[]): Promise<void> {
  const withPhoto = changes
    .filter(({ product, stored }) => product.photos.length > 0 && isShown(product, stored))
    .map(({ product }) => product)
  const first = distinctById(withPhoto, ({ categoryId }) => categoryId)
  await addMissingPhotosOf(tx, categories, first)
  const firstBelow = distinctById(withPhoto.filter(hasSubcategory), subcategoryIdOf)
  await addMissingPhotosOf(tx, subcategories, firstBelow)
}

/** Locks the rows without a photo in one order, so that two imports cannot deadlock. */
async function addMissingPhotosOf(
  tx: Database,
  table: typeof categories | typeof subcategories,
  products: [id: string, product: ImportedProduct][],
) {
  if (products.length === 0) return
  const photos = Object.fromEntries(products.map(([id, product]) => [id, product.photos[0]]))
  await tx.execute(sql`with missing as (
      select ${table.id} as id, given.photo
      from jsonb_each_text(${JSON.stringify(photos)}::jsonb) as given(id, photo)
      join ${table} on ${table.id} = given.id
      where ${table.photo} = '' order by ${table.id} for update of ${table}
    )
    update ${table} set photo = missing.photo from missing where ${table.id} = missing.id`)
}

const hasSubcategory = ({ subcategoryIds }: ImportedProduct) => subcategoryIds.length > 0
const subcategoryIdOf = ({ subcategoryIds: [id = ''] }: ImportedProduct) => id

/** One product per id, sorted by id, so that two imports cannot deadlock. */
function distinctById(
  imported: ImportedProduct[],
  idOf: (product: ImportedProduct) => string,
): [id: string, product: ImportedProduct][] {
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
    hasSizes: _hasSizes,
    photoNames: _photoNames,
    words,
    brand,
    category,
    subcategory,
    ...rest
  } = product
  const stock = stockAfter(product, stored)
  const entries = Object.entries(stock).flatMap(([id, counts]) =>
    Object.keys(counts).map((size) => ({ id, size })),
  )
  return {
    ...rest,
    id: `${slugOf(`${brand} ${product.name}`).slice(0, 60)}-${codeSlug(product.code)}`,
    tint: [...product.code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tintCount,
    isPublished: isShown(product, stored),
    searchWords: searchWordsOf([brand, category, subcategory, product.colour], words),
    // The same values that the trigger computes, so that it does not update the row again.
    sizes: sizesAfter(product, stored),
    stock,
    stockedIn: entries.map(({ id, size }) => `${id}:${size}`),
    sizesInStock: [...new Set(entries.map(({ size }) => size))],
  }
}

type SizedProduct = ImportedChange & { id: string }

/** Inserts new sizes, puts all into their order, and sets the stock that the file counts. */
async function writeSizes(tx: Database, sized: SizedProduct[]): Promise<void> {
  const counted = sized.flatMap(({ id: productId, product }) =>
    [...product.stock].flatMap(([warehouseId, counts]) =>
      [...counts].map(([size, quantity]) => ({ warehouseId, productId, size, quantity })),
    ),
  )
  const moved = sized.flatMap(({ id: productId, product, stored }) => {
    const positions = new Map(stored?.sizes.map(({ size, position }) => [size, position]))
    return sizesAfter(product, stored)
      .map((size, position) => ({ productId, size, position }))
      .filter(({ size, position }) => positions.get(size) !== position)
  })
  await addMissingStockLevels(tx, counted)
  await lockStock(tx, counted)
  if (moved.length > 0) {
    const target = [productSizes.productId, productSizes.size]
    const set = { position: sql`excluded.position` }
    await tx.insert(productSizes).values(moved).onConflictDoUpdate({ target, set })
  }
  await setImportedStock(tx, counted)
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
        .filter(({ size }) => !product.sizes.includes(size))
        .map(({ size }) => ({ productId: id, size, stock: stored?.stock ?? {} })),
    )
  if (dropped.length === 0) return
  await setImportedStock(tx, dropped.flatMap(emptied))
  const ids = sql`${sql.param(dropped.map(({ productId }) => productId))}::text[]`
  const sizes = sql`${sql.param(dropped.map(({ size }) => size))}::text[]`
  const isDropped = sql`(product_id, size) in (select * from unnest(${ids}, ${sizes}))`
  // An order may have been placed since the sizes were read.
  await tx
    .delete(productSizes)
    .where(sql`${isDropped} and not ${isOrdered(productSizes.productId, productSizes.size)}`)
}

type DroppedSize = { productId: string; size: string; stock: StockByWarehouse }

/** A size without stock in the warehouses that had it. */
const emptied = ({ productId, size, stock }: DroppedSize): StockItem[] =>
  Object.keys(stock).map((warehouseId) => ({ warehouseId, productId, size, quantity: 0 }))

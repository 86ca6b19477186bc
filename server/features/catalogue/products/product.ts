import { and, asc, eq, sql } from 'drizzle-orm'

import type { GenderName, ProductDetails } from '#contract/catalogue/product.ts'
import { citiesText } from '#contract/store/storeTerms.ts'
import { noProductWithCode, productNotFound } from '#server/commerce/errors.ts'
import { isPublished, productOf, selectProducts } from '#server/commerce/catalogue/products.ts'
import { readRatingAndFit } from '#server/commerce/catalogue/sizeFit.ts'
import { isOpenNow } from '#server/commerce/delivery/openWarehouses.ts'
import { compareSizes } from '#server/commerce/catalogue/sizes.ts'
import { recordStockCount, lockStock } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  brands,
  products,
  productSizes,
  type StockByWarehouse,
} from '#server/database/schema/catalogue.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/** The cities of the warehouses that take orders now, by their ids. */
const openCities = sql<Record<string, string> | null>`(
  select jsonb_object_agg(id, city) from ${warehouses} where ${isOpenNow})`

const detailColumns = {
  genderIds: products.genderIds,
  colour: products.colour,
  style: products.style,
  openCities: openCities.as('open_cities'),
  description: products.description,
  details: products.details,
  maker: products.maker,
  makerAddress: products.makerAddress,
  countryOfOrigin: products.origin,
  netQuantity: products.netQuantity,
  careContact: products.careContact,
  madeIn: products.madeIn,
}

const productDetails = preparedStatement('product_details', ['id'], (db, { id }) =>
  selectProducts(db, detailColumns).where(and(isPublished, eq(products.id, id))),
)

/** Reads a product with all details of its page, as `productOf`. */
export async function readProduct(
  db: Database,
  id: string,
  warehouseId?: string,
): Promise<ProductDetails> {
  const [row] = await productDetails(db, { id })
  if (!row) throw productNotFound()
  const unavailableIn = warehouseId === undefined && citiesWithout(row)
  const { sizeHint, average, count } = await readRatingAndFit(db, id)
  const colours = row.style === '' ? [] : await coloursOf(db, row)

  const { colour, description, details, madeIn, genderIds } = row
  const { maker, makerAddress, countryOfOrigin, netQuantity, careContact } = row
  return {
    ...productOf(row, warehouseId),
    ...(unavailableIn && { unavailableIn }),
    gender: genderIds.map((gender) => gender.toUpperCase() as GenderName),
    ...(colour && { colour }),
    ...(colours.length > 1 && { colours }),
    description,
    details,
    sizeHint,
    ...(average !== null && { reviews: { average, count } }),
    declarations: {
      maker,
      makerAddress,
      countryOfOrigin,
      netQuantity,
      careContact,
      ...(madeIn && { madeIn }),
    },
  }
}

type Styled = { brandId: string; style: string }

/** The published products of a style, in the order in which they were added. */
async function coloursOf(db: Database, { brandId, style }: Styled) {
  const rows = await db
    .select({
      _id: products.id,
      colour: products.colour,
      photos: products.photos,
      tint: products.tint,
    })
    .from(products)
    .where(and(isPublished, eq(products.brandId, brandId), eq(products.style, style)))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(maxColours)
  return rows.map(({ photos: [photo = ''], ...row }) => ({ ...row, photo }))
}

const maxColours = 24

type Stocked = { stock: StockByWarehouse; openCities: Record<string, string> | null }

/** The cities whose open warehouses do not have a product that another open one has. */
function citiesWithout({ stock, openCities }: Stocked): string | undefined {
  const cities = Object.entries(openCities ?? {})
  const having = new Set(cities.filter(([id]) => id in stock).map(([, city]) => city))
  const others = new Set(cities.map(([, city]) => city).filter((city) => !having.has(city)))
  return having.size === 0 || others.size === 0 ? undefined : citiesText([...others].sort())
}

/** The URLs of the photos of a product; undefined if it is not published. */
export async function readPhotos(db: Database, id: string): Promise<string[] | undefined> {
  const [row] = await db
    .select({ photos: products.photos })
    .from(products)
    .where(and(isPublished, eq(products.id, id)))
  return row?.photos
}

/** Price, sizes and stock of a product for staff, by product code. */
export type AdminProduct = Awaited<ReturnType<typeof readAdminProduct>>

/** @throws StoreError 'not_found' if no product has this code */
export async function readAdminProduct(db: Database, code: string) {
  const [product] = await db
    .select({
      id: products.id,
      code: products.code,
      name: products.name,
      brand: brands.name,
      mrpPaise: products.mrpPaise,
      pricePaise: products.pricePaise,
      isPublished: products.isPublished,
      stock: products.stock,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .where(eq(products.code, code))
  if (!product) throw noProductWithCode(code)
  const rows = await db
    .select({ size: productSizes.size })
    .from(productSizes)
    .where(eq(productSizes.productId, product.id))
    .orderBy(asc(productSizes.position), asc(productSizes.size))
  return { ...product, sizes: rows.map(({ size }) => size) }
}

export type StockCount = { size: string; quantity: number }

type CountedStock = { code: string; warehouseId: string; counts: StockCount[] }

/**
 * Sets the stock of some sizes in a warehouse; items in placed orders are not included. A size that the
 * product is not sold in yet is added.
 *
 * @throws StoreError 'not_found' if the product does not exist
 */
export function setStock(db: Database, { code, warehouseId, counts }: CountedStock): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id: productId, sizes } = await readAdminProduct(tx, code)
    const all = [...sizes, ...counts.map(({ size }) => size)]
    await lockStock(
      tx,
      all.map((size) => ({ warehouseId, productId, size, quantity: 0 })),
    )
    if (new Set(all).size > sizes.length) await addSizes(tx, productId, all)
    for (const count of counts) await recordStockCount(tx, { ...count, warehouseId, productId })
  })
}

/** Adds the sizes that are missing, and puts all into their usual order. */
async function addSizes(tx: Database, productId: string, sizes: string[]): Promise<void> {
  const ordered = [...new Set(sizes)].sort(compareSizes)
  for (const [position, size] of ordered.entries()) {
    await tx
      .insert(productSizes)
      .values({ productId, size, position })
      .onConflictDoUpdate({
        target: [productSizes.productId, productSizes.size],
        set: { position },
      })
  }
}

type Prices = { code: string; pricePaise: number; mrpPaise?: number | undefined }

/**
 * Sets the price of a product. Placed orders keep their price; carts show the new one.
 *
 * @throws StoreError 'not_found', or 'invalid' if the price is above the MRP, which Indian law
 * forbids
 */
export function setPrice(db: Database, { code, pricePaise, mrpPaise }: Prices): Promise<void> {
  return inTransaction(db, async (tx) => {
    const product = await readAdminProduct(tx, code)
    const mrp = mrpPaise ?? product.mrpPaise
    if (pricePaise > mrp) {
      throw new StoreError('invalid', `The price of ${code} can't be above its MRP`)
    }
    if (pricePaise === 0) throw new StoreError('invalid', `The price of ${code} can't be zero`)
    await tx.update(products).set({ pricePaise, mrpPaise: mrp }).where(eq(products.id, product.id))
  })
}

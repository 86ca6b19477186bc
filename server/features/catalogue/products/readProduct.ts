import { and, eq, sql } from 'drizzle-orm'

import type { GenderName, Product, ProductDetails } from '#contract/catalogue/product.ts'
import { isOnSale, productOf, readProducts, selectProducts } from '#server/commerce/products.ts'
import { readFit } from '#server/commerce/sizeFit.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

const detailColumns = {
  genderIds: products.genderIds,
  colour: products.colour,
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
  selectProducts(db, detailColumns).where(and(isOnSale, eq(products.id, id))),
)

/** Reads a product with all details of its page. */
export async function readProduct(db: Database, id: string): Promise<ProductDetails> {
  const [row] = await productDetails(db, { id })
  if (!row) throw new StoreError('not_found', 'This product is no longer available')
  const { sizeHint } = await readFit(db, id)

  const { colour, description, details, madeIn, genderIds } = row
  const { maker, makerAddress, countryOfOrigin, netQuantity, careContact } = row
  return {
    ...productOf(row),
    gender: genderIds.map((gender) => gender.toUpperCase() as GenderName),
    ...(colour && { colour }),
    description,
    details,
    sizeHint,
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

const maxPairings = 10

/**
 * Suggests items to combine with a product: from every other category for the same gender, the
 * cheapest one that costs at least half its price.
 */
export async function readPairings(db: Database, id: string): Promise<Product[]> {
  const [product] = await db
    .select({
      categoryId: products.categoryId,
      genderIds: products.genderIds,
      pricePaise: products.pricePaise,
    })
    .from(products)
    .where(and(isOnSale, eq(products.id, id)))
  if (!product) throw new StoreError('not_found', 'This product is no longer available')

  const genders = sql`array[${sql.join(
    product.genderIds.map((gender) => sql`${gender}`),
    sql`, `,
  )}]::text[]`
  const { rows } = await db.execute<{ id: string }>(sql`
    select fitting.id::text as id
    from categories c
    cross join lateral (
      select p.id from products p
      where p.is_published and p.category_id = c.id and p.is_in_stock
        and p.gender_ids && ${genders} and p.price_paise >= ${Math.floor(product.pricePaise / 2)}
      order by p.price_paise, p.id limit 1
    ) fitting
    -- A category without products for this gender would be searched to its end. Where a category
    -- names no gender its products decide.
    where c.id <> ${product.categoryId} and (c.gender_ids && ${genders} or c.gender_ids = '{}')
    order by c.position, c.id limit ${maxPairings}`)
  const found = await readProducts(
    db,
    rows.map((row) => row.id),
  )
  return rows.flatMap((row) => found.get(row.id) ?? [])
}

/** The URLs of the photos of a product; undefined if it is not on sale. */
export async function readPhotos(db: Database, id: string): Promise<string[] | undefined> {
  const [row] = await db
    .select({ photos: products.photos })
    .from(products)
    .where(and(isOnSale, eq(products.id, id)))
  return row?.photos
}

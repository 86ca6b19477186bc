import { and, eq } from 'drizzle-orm'

import type { GenderName, ProductDetails } from '#contract/catalogue/product.ts'
import { isOnSale, productOf, selectProducts } from '#server/commerce/products.ts'
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
  const { sizeHint, average, count } = await readFit(db, id)

  const { colour, description, details, madeIn, genderIds } = row
  const { maker, makerAddress, countryOfOrigin, netQuantity, careContact } = row
  return {
    ...productOf(row),
    gender: genderIds.map((gender) => gender.toUpperCase() as GenderName),
    ...(colour && { colour }),
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

/** The URLs of the photos of a product; undefined if it is not on sale. */
export async function readPhotos(db: Database, id: string): Promise<string[] | undefined> {
  const [row] = await db
    .select({ photos: products.photos })
    .from(products)
    .where(and(isOnSale, eq(products.id, id)))
  return row?.photos
}

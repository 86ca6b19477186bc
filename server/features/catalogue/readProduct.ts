import { and, eq } from 'drizzle-orm'

import type { GenderName, ProductDetails } from '#contract/catalogue/product.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { readFit } from '#server/commerce/sizeFit.ts'
import { isOnSale, productOf, selectProducts } from '#server/commerce/products.ts'
import { preparedStatement, pipeline } from '#server/database/client/statements.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

const more = {
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

const wholeProduct = preparedStatement('whole_product', ['id'], (db, { id }) =>
  selectProducts(db, more).where(and(isOnSale, eq(products.id, id))),
)

/** One product with all that its page says. */
export async function readProduct(db: Database, id: string): Promise<ProductDetails> {
  const [[row], { sizeHint }] = await pipeline([wholeProduct(db, { id }), readFit(db, id)])
  if (!row) throw new StoreError('not_found', 'This product is not in the store')

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

import { and, desc, eq } from 'drizzle-orm'

import { products } from '#server/database/catalogueTables.ts'
import { readProducts } from '#server/database/readProducts.ts'
import { isOnSale } from '#server/database/selectProducts.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import { type Answers, ok, type UserStore } from '#server/platform/answers.ts'
import { addToWishlist } from './addToWishlist.ts'
import { moveToCart, type PutIntoCart } from './moveToCart.ts'
import { takeOut } from './takeOut.ts'

type WishlistOutside = { putIntoCart: PutIntoCart }

/** What a signed-in user has kept for later. */
export function wishlistAnswers({ putIntoCart }: WishlistOutside): Answers {
  return {
    readWishlist: async ({ store }) => ok({ result: { products: await readWishlist(store) } }),

    readWishlistIds: async ({ store }) => {
      const lines = await readLines(store)
      return ok({ allProductIds: lines.map(({ productId }) => productId) })
    },

    readWishlistStatus: async ({ store: { db, userId }, params: { id = '' } }) => {
      const isThis = and(eq(wishlistLines.userId, userId), eq(wishlistLines.productId, id))
      return ok({ status: (await db.$count(wishlistLines, isThis)) > 0 })
    },

    addToWishlist: async ({ store, body }) => {
      await addToWishlist(store, body)
      return ok({})
    },

    moveToCart: async ({ store, params: { productId = '' }, body: { size } }) => {
      await moveToCart(store, { productId, size }, putIntoCart)
      return ok({})
    },

    removeFromWishlist: async ({ store, params: { productId = '' } }) => {
      await takeOut(store, productId)
      return ok({})
    },
  }
}

async function readWishlist(store: UserStore) {
  const lines = await readLines(store)
  const found = await readProducts(
    store.db,
    lines.map(({ productId }) => productId),
  )
  return lines.flatMap(({ productId, size }) => {
    const product = found.get(productId)
    return product ? [{ productId: product, size }] : []
  })
}

/** The newest first; what is not sold any more is not shown. */
const readLines = ({ db, userId }: UserStore) =>
  db
    .select({ productId: wishlistLines.productId, size: wishlistLines.size })
    .from(wishlistLines)
    .innerJoin(products, eq(products.id, wishlistLines.productId))
    .where(and(eq(wishlistLines.userId, userId), isOnSale))
    .orderBy(desc(wishlistLines.addedAt), wishlistLines.productId)

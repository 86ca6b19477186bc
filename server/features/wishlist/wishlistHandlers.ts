import { and, desc, eq } from 'drizzle-orm'

import { isOnSale, readProducts } from '#server/commerce/products.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { wishlistLines } from '#server/database/schema/wishlist.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type WishlistDeps = { putIntoCart: PutIntoCart }

/** What a signed-in user has kept for later. */
export function wishlistHandlers({ putIntoCart }: WishlistDeps): Handlers {
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

async function readWishlist(store: CustomerStore) {
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
const readLines = ({ db, userId }: CustomerStore) =>
  db
    .select({ productId: wishlistLines.productId, size: wishlistLines.size })
    .from(wishlistLines)
    .innerJoin(products, eq(products.id, wishlistLines.productId))
    .where(and(eq(wishlistLines.userId, userId), isOnSale))
    .orderBy(desc(wishlistLines.addedAt), wishlistLines.productId)

type Wanted = { productId: string; size?: string | undefined }

/** Keeps a product for later. One that is kept already stays as it is. */
async function addToWishlist(
  { db, userId }: CustomerStore,
  { productId, size }: Wanted,
): Promise<void> {
  const product = (await readProducts(db, [productId])).get(productId)
  if (!product) throw new StoreError('not_found', 'This product is not in the store')
  if (size !== undefined && !product.size.includes(size)) {
    throw new StoreError('invalid', `${product.name} is not made in size ${size}`)
  }
  await db
    .insert(wishlistLines)
    .values({ userId, productId, size, addedAt: clock.now() })
    .onConflictDoNothing()
}

type Piece = { productId: string; size: string }

/** Puts one piece into the bag, by the rules of the bag. */
type PutIntoCart = (store: CustomerStore, piece: Piece) => Promise<unknown>

/** From the wishlist into the bag, all or nothing. Who sends it twice gets one piece, not two. */
function moveToCart(store: CustomerStore, piece: Piece, putIntoCart: PutIntoCart) {
  return inTransaction(store.db, async (db) => {
    const held = { ...store, db }
    if (!(await takeOut(held, piece.productId))) {
      throw new StoreError('not_found', 'This product is not in your wishlist')
    }
    await putIntoCart(held, piece)
  })
}

/** With it goes the notice of its price. Whether the product was in the wishlist, where it is no more. */
async function takeOut({ db, userId }: CustomerStore, productId: string): Promise<boolean> {
  const taken = await db
    .delete(wishlistLines)
    .where(and(eq(wishlistLines.userId, userId), eq(wishlistLines.productId, productId)))
    .returning({ productId: wishlistLines.productId })
  await db
    .delete(productAlerts)
    .where(
      and(
        eq(productAlerts.userId, userId),
        eq(productAlerts.productId, productId),
        eq(productAlerts.kind, 'price'),
      ),
    )
  return taken.length > 0
}

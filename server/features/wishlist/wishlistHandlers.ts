import { and, desc, eq } from 'drizzle-orm'

import { lowerSizeText } from '#contract/catalogue/stock.ts'
import type { AddItemToCart } from '#server/commerce/carts.ts'
import { productNotFound } from '#server/commerce/errors.ts'
import { isPublished, readProducts } from '#server/commerce/catalogue/products.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type WishlistDeps = { addItemToCart: AddItemToCart }

/** Reads and changes the wishlist of a customer. */
export function wishlistHandlers({ addItemToCart }: WishlistDeps) {
  return {
    readWishlist: async ({ customer }) =>
      ok({ result: { products: await readWishlist(customer) } }),

    readWishlistIds: async ({ customer }) => {
      const lines = await readLines(customer)
      return ok({ allProductIds: lines.map(({ productId }) => productId) })
    },

    readWishlistStatus: async ({ customer: { db, userId }, params: { id = '' } }) => {
      const isLine = and(eq(wishlistLines.userId, userId), eq(wishlistLines.productId, id))
      return ok({ status: (await db.$count(wishlistLines, isLine)) > 0 })
    },

    addToWishlist: async ({ customer, body }) => {
      await addToWishlist(customer, body)
      return ok({})
    },

    moveToCart: async ({ customer, params: { productId = '' }, body: { size } }) => {
      await moveToCart(customer, { productId, size }, addItemToCart)
      return ok({})
    },

    removeFromWishlist: async ({ customer, params: { productId = '' } }) => {
      await removeLine(customer, productId)
      return ok({})
    },
  } satisfies FeatureHandlers
}

async function readWishlist(customer: CustomerContext) {
  const lines = await readLines(customer)
  const productsById = await readProducts(
    customer.db,
    lines.map(({ productId }) => productId),
    customer.warehouseId,
  )
  return lines.flatMap(({ productId, size }) => {
    const product = productsById.get(productId)
    return product ? [{ productId: product, size }] : []
  })
}

/** Newest lines first. Products that are not published are left out. */
const readLines = ({ db, userId }: CustomerContext) =>
  db
    .select({ productId: wishlistLines.productId, size: wishlistLines.size })
    .from(wishlistLines)
    .innerJoin(products, eq(products.id, wishlistLines.productId))
    .where(and(eq(wishlistLines.userId, userId), isPublished))
    .orderBy(desc(wishlistLines.addedAt), wishlistLines.productId)

type WishlistItem = { productId: string; size?: string | undefined }

/** Adds a product to the wishlist. A product that is already there keeps its size. */
async function addToWishlist(
  { db, userId }: CustomerContext,
  { productId, size }: WishlistItem,
): Promise<void> {
  const product = (await readProducts(db, [productId])).get(productId)
  if (!product) throw productNotFound()
  if (size !== undefined && !product.size.includes(size)) {
    throw new StoreError('invalid', `${product.name} isn’t available in ${lowerSizeText(size)}`)
  }
  await db
    .insert(wishlistLines)
    .values({ userId, productId, size, addedAt: clock.now() })
    .onConflictDoNothing()
}

type CartItem = { productId: string; size: string }

/**
 * Moves an item from the wishlist to the cart in one transaction. A repeated request fails instead
 * of adding a second item.
 */
function moveToCart(customer: CustomerContext, item: CartItem, addItemToCart: AddItemToCart) {
  return inTransaction(customer.db, async (db) => {
    const customerInTransaction = { ...customer, db }
    if (!(await removeLine(customerInTransaction, item.productId))) {
      throw new StoreError('not_found', 'This item isn’t in your wishlist')
    }
    await addItemToCart(customerInTransaction, item)
  })
}

/** Removes a product and its price alert. Returns whether the product was in the wishlist. */
async function removeLine({ db, userId }: CustomerContext, productId: string): Promise<boolean> {
  const removed = await db
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
  return removed.length > 0
}

import { readProducts } from '#server/database/readProducts.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'

type Wanted = { productId: string; size?: string | undefined }

/** Keeps a product for later. One that is kept already stays as it is. */
export async function addToWishlist(
  { db, userId }: UserStore,
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

import { and, eq } from 'drizzle-orm'

import { wishlistLines } from '#server/database/wishlistTables.ts'
import type { UserStore } from '#server/platform/answers.ts'

/** Whether the product was in the wishlist, where it is no more. */
export async function takeOut({ db, userId }: UserStore, productId: string): Promise<boolean> {
  const taken = await db
    .delete(wishlistLines)
    .where(and(eq(wishlistLines.userId, userId), eq(wishlistLines.productId, productId)))
    .returning({ productId: wishlistLines.productId })
  return taken.length > 0
}

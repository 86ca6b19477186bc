import { and, eq } from 'drizzle-orm'

import { notices } from '#server/database/noticeTables.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import type { UserStore } from '#server/platform/answers.ts'

/** With it goes the notice of its price. Whether the product was in the wishlist, where it is no more. */
export async function takeOut({ db, userId }: UserStore, productId: string): Promise<boolean> {
  const taken = await db
    .delete(wishlistLines)
    .where(and(eq(wishlistLines.userId, userId), eq(wishlistLines.productId, productId)))
    .returning({ productId: wishlistLines.productId })
  await db
    .delete(notices)
    .where(
      and(eq(notices.userId, userId), eq(notices.productId, productId), eq(notices.kind, 'price')),
    )
  return taken.length > 0
}

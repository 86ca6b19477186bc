import { and, eq, inArray, isNull } from 'drizzle-orm'

import { returnPhotos } from '#server/database/returnPhotoTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'

/**
 * The pictures are the line's from now on: each is the shopper's own, and shows one line. Those that
 * no line has claimed are forgotten after a day.
 */
export async function claimPhotos(
  { db, userId }: UserStore,
  lineId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const { id } = returnPhotos
  const isFree = and(eq(returnPhotos.userId, userId), isNull(returnPhotos.lineId))
  const claimed = await db
    .update(returnPhotos)
    .set({ lineId })
    .where(and(inArray(id, ids), isFree))
    .returning({ id })
  if (claimed.length === ids.length) return
  throw new StoreError(
    'invalid',
    'A picture is not there any more. Please add your pictures again.',
  )
}

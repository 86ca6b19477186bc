import { rules } from '#contract/rules.ts'
import { returnPhotos } from '#server/database/returnPhotoTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { limitRate } from '#server/platform/limitRate.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { returnPhotoPath } from './returnPhotoPath.ts'

const { perUserDaily, longestEdgePx } = rules.returnPhotos
const dayMs = 24 * 60 * 60 * 1000

/**
 * Keeps a picture of what is wrong, made small and without what a camera writes into it (place, time,
 * device). Gives its address.
 */
export async function keepReturnPhoto({ db, userId }: UserStore, given: Buffer): Promise<string> {
  // Counted before the work: making one small costs much.
  const limit = { bucket: `return-photos:${userId}`, most: perUserDaily, withinMs: dayMs }
  await limitRate(db, limit, 'You have sent many pictures today. Please try tomorrow.')
  const picture = await smaller(given)
  const [kept] = await db
    .insert(returnPhotos)
    .values({ userId, picture, createdAt: clock.now() })
    .returning({ id: returnPhotos.id })
  return returnPhotoPath(kept?.id ?? '')
}

async function smaller(given: Buffer): Promise<Buffer> {
  // The library is large: it is there only once a picture comes.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(given, { limitInputPixels: 50_000_000 })
      .rotate()
      .resize({
        width: longestEdgePx,
        height: longestEdgePx,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 75 })
      .toBuffer()
  } catch {
    throw new StoreError('invalid', 'This file is not a picture we can read')
  }
}

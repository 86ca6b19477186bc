import type { ReviewPhoto } from '#contract/catalogue/review.ts'

type StoredPhoto = { id: string; approvedAt: Date | null }

/** Everybody may read an approved photo. Its URL never changes and names neither customer nor review. */
export const publicPhotoUrls = (id: string): ReviewPhoto => ({
  url: `/photos/reviews/${id}.webp`,
  thumbnail: `/photos/reviews/${id}-small.webp`,
})

/** The URL that only the customer and the staff know. The id is random and cannot be guessed. */
export const pendingPhotoUrl = (id: string) => `/photos/pending/${id}.webp`

/** The URLs of a photo for its customer. */
export function ownPhotoUrls({ id, approvedAt }: StoredPhoto): ReviewPhoto {
  const pending = pendingPhotoUrl(id)
  return approvedAt ? publicPhotoUrls(id) : { url: pending, thumbnail: pending }
}

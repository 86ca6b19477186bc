import type { Product } from './product.ts'

/** The widths in which product photos are stored, in pixels. */
export const photoWidths = [160, 320, 480, 720, 1080] as const
/** A slider's photo for wide screens is also stored in this width. */
export const bannerWidth = 1440
type PhotoWidth = (typeof photoWidths)[number] | typeof bannerWidth

/** The width used in the catalogue's URLs. */
const defaultWidth: PhotoWidth = 720
const importedPhoto = /^\/photos\/kept\/([0-9a-f]{20})\/\d+\.webp$/

/** In the place of a photo that is missing or does not load. */
export const placeholderPhoto = '/images/placeholder.svg'

/** The URL of a photo. It contains the hash of the file, so that a new photo has a new URL. */
export const photoPath = (hash: string, width: PhotoWidth = defaultWidth) =>
  `/photos/kept/${hash}/${width}.webp`

/** The `srcset` of a photo in every width; undefined for a drawing, which has only one size. */
export function srcSetOf(photo: string | undefined): string | undefined {
  const hash = importedPhoto.exec(photo ?? '')?.[1]
  return hash && photoWidths.map((width) => `${photoPath(hash, width)} ${width}w`).join(', ')
}

/** The next smaller width, to save data; the smallest stays. */
export const smallerWidth = (width: number): number =>
  photoWidths.findLast((photoWidth) => photoWidth < width) ?? width

/** The largest stored version, for the zoom view. */
export function largestPhoto(photo: string): string {
  const hash = importedPhoto.exec(photo)?.[1]
  return hash ? photoPath(hash, photoWidths.at(-1)) : photo
}

/**
 * The `sizes` of photos on cards and on the product page. A little less than the real width on
 * phones: a screen of 721 pixels then loads the 720 px version, half the bytes of the next.
 */
export const photoSizes = {
  card: '(min-width: 75rem) 18rem, (min-width: 48rem) 30vw, 44vw',
  page: '(min-width: 64rem) 36rem, 92vw',
} as const

/**
 * The image of a product for link previews. Preview services do not support drawings and cache for
 * long, so the URL changes with the photos.
 */
export const shareImagePath = (product: Pick<Product, '_id' | 'photos'>) =>
  `/photos/share/${encodeURIComponent(product._id)}.jpg?v=${photosHash(product.photos)}`

/** A short hash of the photos (FNV-1a). */
export function photosHash(photos: string[]): string {
  let hash = 0x811c9dc5
  for (const letter of photos.join(' ')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

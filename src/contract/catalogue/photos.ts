import type { Product } from './product.ts'

/** The widths in which a photograph of a product is kept, in pixels. */
export const photoWidths = [160, 320, 480, 720, 1080] as const
type PhotoWidth = (typeof photoWidths)[number]

/** By which of them a photograph goes in the catalogue. */
const named: PhotoWidth = 720
const kept = /^\/photos\/kept\/([0-9a-f]{20})\/\d+\.webp$/

/** Where a photograph is, known by the hash of its bytes: another picture has another address. */
export const photoPath = (hash: string, width: PhotoWidth = named) =>
  `/photos/kept/${hash}/${width}.webp`

/** The same photograph in every width, for `srcset`; undefined for what has only one, as a drawing. */
export function srcSetOf(photo: string | undefined): string | undefined {
  const hash = kept.exec(photo ?? '')?.[1]
  return hash && photoWidths.map((width) => `${photoPath(hash, width)} ${width}w`).join(', ')
}

/** The next smaller width, for who asks for few bytes; the smallest stays. */
export const smallerWidth = (width: number): number =>
  photoWidths.findLast((one) => one < width) ?? width

/** As large as it is kept, to be looked at closely. */
export function largestOf(photo: string): string {
  const hash = kept.exec(photo)?.[1]
  return hash ? photoPath(hash, photoWidths.at(-1)) : photo
}

/**
 * How wide a picture stands on a card and on its own page: what `sizes` says beside `srcset`. On a
 * phone a little less than it is: a screen of 721 pixels takes the 720 wide, half the bytes of the next.
 */
export const photoSizes = {
  card: '(min-width: 75rem) 18rem, (min-width: 48rem) 30vw, 44vw',
  page: '(min-width: 64rem) 36rem, 92vw',
} as const

/**
 * Where previews find a picture of a product. Who makes previews knows nothing of drawings and keeps
 * what was found for long, so the address changes with the photos.
 */
export const sharePath = (product: Pick<Product, '_id' | 'photos'>) =>
  `/photos/share/${encodeURIComponent(product._id)}.jpg?v=${versionOf(product.photos)}`

/** Short, and another one for other photos (FNV-1a). */
export function versionOf(photos: string[]): string {
  let hash = 0x811c9dc5
  for (const letter of photos.join(' ')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

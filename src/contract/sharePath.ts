import type { Product } from './product.ts'

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

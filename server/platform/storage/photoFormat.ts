/**
 * Brands of ISO base media files whose images the image library can decode. HEIC is missing because its
 * decoder is not freely licensed. Browsers on devices that take HEIC photos convert them to JPEG for upload.
 */
const heifBrand = /^(mif1|msf1|avif|avis)$/

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * The format of a photo by its first bytes, whatever its name or Content-Type says. Undefined for
 * anything else: image libraries read many more formats, and some (SVG) are programs that can run
 * for a long time.
 */
export function photoFormatOf(file: Uint8Array): PhotoFormat | undefined {
  const text = (from: number, to: number) =>
    String.fromCharCode(...file.subarray(from, Math.min(to, file.length)))
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && heifBrand.test(text(8, 12))) return 'heif'
  return undefined
}

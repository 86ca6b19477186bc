/**
 * Brands of ISO base media files that hold pictures which the image library can decode. HEIC is missing:
 * its decoder is not free. Browsers of devices that write HEIC make a JPEG of it before they send it.
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

import sharp, { type OverlayOptions } from 'sharp'

export type Photo = Uint8Array

/** What previews ask for. */
const width = 1200
const height = 630
const paper = '#f3f6f4'
/** A photo of the store stands upright, four by five. */
const middle = { width: 504, height }
const gap = 8
const side = { width: (width - middle.width) / 2 - gap, height }
const quality = 82
/** Nothing a shop photographs is larger. */
const limitInputPixels = 50_000_000

/**
 * A preview of a product: its first photo whole in the middle, where a square cut leaves it, and
 * beside it parts of the next two.
 */
export async function drawShare([first, second, third]: Photo[]): Promise<Buffer> {
  const whole = first && (await fitted(first, middle, 'contain'))
  const left = second && (await fitted(second, side, 'cover'))
  const right = third && (await fitted(third, side, 'cover'))
  const pieces: OverlayOptions[] = [
    ...(left ? [{ input: left, left: 0, top: 0 }] : []),
    ...(whole ? [{ input: whole, left: side.width + gap, top: 0 }] : []),
    ...(right ? [{ input: right, left: width - side.width, top: 0 }] : []),
  ]
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(pieces)
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
}

const fitted = (photo: Photo, size: { width: number; height: number }, fit: 'contain' | 'cover') =>
  sharp(photo, { limitInputPixels })
    .rotate()
    .resize({ ...size, fit, background: paper })
    .flatten({ background: paper })
    .png({ compressionLevel: 1 })
    .toBuffer()

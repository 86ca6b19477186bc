import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

import { bannerWidth, photoPath, photoWidths } from '#contract/catalogue/photos.ts'
import { RowRejected } from './importRow.ts'

/** The wide ones are for screens so dense that no eye sees what they leave out. */
const qualityOf = (width: number) => (width < 720 ? 68 : 60)
/** The most of six: a photograph is kept once and fetched for years. */
const effort = 6
/** Cut from the middle to height by width: as products are shown, or as a wide slider. */
export const pictureShapes = {
  card: { shape: 5 / 4, widths: photoWidths, named: undefined },
  // Three times as wide as high; the smaller widths are for browsers that save data.
  banner: { shape: 1 / 3, widths: [...photoWidths, bannerWidth], named: bannerWidth },
} as const
type ShapeName = keyof typeof pictureShapes

export type PhotoFolders = {
  /** Where the merchant's files are. */
  from: string
  /** Where the store keeps its own. */
  to: string
}

/**
 * Keeps a merchant's photograph in every width, without what the camera wrote into it, and gives its
 * address in the catalogue. One that was kept before is not made again.
 */
export async function importPhoto(
  name: string,
  { from, to }: PhotoFolders,
  shapeName: ShapeName = 'card',
): Promise<string> {
  const path = resolve(from, name)
  if (!path.startsWith(resolve(from) + sep)) throw new RowRejected(`photo "${name}" is elsewhere`)
  const bytes = await readFile(path).catch(() => {
    throw new RowRejected(`photo "${name}" is not there`)
  })
  const hashed = createHash('sha256').update(bytes)
  // The same file in another shape is another picture.
  if (shapeName !== 'card') hashed.update(shapeName)
  const hash = hashed.digest('hex').slice(0, 20)
  const folder = join(to, hash)
  if (!existsSync(folder)) await makeWidths(bytes, { folder, name, shapeName })
  return photoPath(hash, pictureShapes[shapeName].named)
}

/** All of them or none: a folder is there only when it is whole. */
async function makeWidths(
  bytes: Buffer,
  { folder, name, shapeName }: { folder: string; name: string; shapeName: ShapeName },
) {
  const { shape, widths } = pictureShapes[shapeName]
  const { default: sharp } = await import('sharp')
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  try {
    for (const width of widths) {
      const size = { width, height: Math.round(width * shape), fit: 'cover' as const }
      await sharp(bytes)
        .rotate()
        .resize(size)
        .webp({ quality: qualityOf(width), effort })
        .toFile(join(unfinished, `${width}.webp`))
    }
  } catch {
    throw new RowRejected(`photo "${name}" is not a picture we can read`)
  }
  await rename(unfinished, folder)
}

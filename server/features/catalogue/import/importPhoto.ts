import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, utimes } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'

import { bannerWidth, photoPath, photoWidths } from '#contract/catalogue/photos.ts'
import { ImportRejectedError } from './importValues.ts'

/** Wide images are shown on dense screens, where lower quality is not visible. */
const qualityOf = (width: number) => (width < 720 ? 68 : 60)
/** The maximum is 6: a photo is encoded once and served for years. */
const effort = 6
/**
 * Images are cropped from the centre to these ratios of height to width, for product cards and wide banners.
 * The stored URL path names `pathWidth`, or the default of `photoPath`.
 */
export const imageShapes = {
  card: { heightToWidth: 5 / 4, widths: photoWidths, pathWidth: undefined },
  // Three times as wide as high; the smaller widths are for browsers that save data.
  banner: { heightToWidth: 1 / 3, widths: [...photoWidths, bannerWidth], pathWidth: bannerWidth },
  // Logos and size charts: nothing is cut off.
  whole: { heightToWidth: undefined, widths: photoWidths, pathWidth: undefined },
} as const
type ShapeName = keyof typeof imageShapes

export type PhotoFolders = {
  /** The folder of the merchant's files. */
  from: string
  /** The folder in which the store saves images. */
  to: string
}

/**
 * Saves a photo in every width, without its metadata, and returns its URL path. A photo that was
 * imported before is not encoded again.
 */
export async function importPhoto(
  name: string,
  { from, to }: PhotoFolders,
  shapeName: ShapeName = 'card',
): Promise<string> {
  const { bytes, hash } = await readPhoto(name, from, shapeName)
  const folder = join(to, hash)
  // A photo that is used again must not be removed as one that nothing shows (`jobs/photoCleanup.ts`).
  if (existsSync(folder)) await utimes(folder, new Date(), new Date())
  else await writeWidths(bytes, { folder, name, shapeName })
  return photoPath(hash, imageShapes[shapeName].pathWidth)
}

/** `importPhoto` for a file by its path. */
export const importPhotoFile = (path: string, to: string, shapeName: ShapeName): Promise<string> =>
  importPhoto(basename(path), { from: dirname(resolve(path)), to }, shapeName)

/** The URL path that a photo will have, without saving anything. */
export async function requirePhoto(name: string, { from }: PhotoFolders): Promise<string> {
  const { hash } = await readPhoto(name, from, 'card')
  return photoPath(hash, imageShapes.card.pathWidth)
}

async function readPhoto(name: string, from: string, shapeName: ShapeName) {
  const path = resolve(from, name)
  if (!path.startsWith(resolve(from) + sep))
    throw new ImportRejectedError(`photo "${name}" is outside the photo folder`)
  const bytes = await readFile(path).catch(() => {
    throw new ImportRejectedError(`photo "${name}" does not exist`)
  })
  const hashed = createHash('sha256').update(bytes)
  // The shape is part of the hash, because the same file in another shape is another image.
  if (shapeName !== 'card') hashed.update(shapeName)
  return { bytes, hash: hashed.digest('hex').slice(0, 20) }
}

/** The folder appears only when all widths are written. */
async function writeWidths(
  bytes: Buffer,
  { folder, name, shapeName }: { folder: string; name: string; shapeName: ShapeName },
) {
  const { heightToWidth, widths } = imageShapes[shapeName]
  const { default: sharp } = await import('sharp')
  const temporaryFolder = `${folder}.${process.pid}`
  await mkdir(temporaryFolder, { recursive: true })
  try {
    for (const width of widths) {
      const height = heightToWidth && Math.round(width * heightToWidth)
      const size = { width, ...(height && { height, fit: 'cover' as const }) }
      await sharp(bytes)
        .rotate()
        .resize(size)
        .webp({ quality: qualityOf(width), effort })
        .toFile(join(temporaryFolder, `${width}.webp`))
    }
  } catch {
    throw new ImportRejectedError(`photo "${name}" is not a readable image`)
  }
  await rename(temporaryFolder, folder)
}

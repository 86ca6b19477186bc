import type { PhotoSpec } from '#server/demo/catalogue/demoTypes.ts'
import { hashText } from '#server/demo/seededRandom.ts'

/**
 * Images are cached forever, so changed files need new URLs: put a new version in front.
 * Older versions stay, since stored products still refer to them.
 */
const versions = ['2', '1']

const hashOf = (version: string, name: string) => hashText(`${version}:${name}`).toString(36)

/** Hashes are cut short, because they do not compress and the document of a list contains about seventy. */
const hashLength = 4

/** The URL of an image. */
export const imagePath = (name: string) =>
  `/photos/${name}-${hashOf(versions[0] ?? '', name).slice(0, hashLength)}.svg`

/** The image name in a file name, which may contain the whole hash; undefined if the hash does not match. */
export function imageNameIn(fileName: string): string | undefined {
  const [, name = '', hash = ''] = /^([a-z0-9-]{1,80})-([a-z0-9]{4,7})\.svg$/.exec(fileName) ?? []
  return versions.some((version) => hashOf(version, name).startsWith(hash)) ? name : undefined
}

/** The URL of a product photo. The file name holds what the photo shows. */
export function productPhotoPath({ type, pattern, base, accent, seed, view }: PhotoSpec): string {
  const colours = [base, accent].map((colour) => colour.slice(1).toLowerCase())
  return imagePath([type, pattern, ...colours, seed, view].join('-'))
}

/** The backdrop of a photo: 0 to 6, for the page's `--tint-0` to `--tint-6`. */
export const backdropOf = (seed: number) => seed % 7

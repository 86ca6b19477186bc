import type { PhotoSpec } from '#server/demo/catalogue/demoTypes.ts'
import { hashText } from '#server/demo/seededRandom.ts'
import { isGarmentType } from './garments/garments.ts'
import { patterns, views } from './imageSpec.ts'

/**
 * Images are cached forever, so a changed drawing needs new URLs: put a new version in front.
 * Older versions stay, since stored products still refer to them.
 */
const versions = ['2', '1']

const hashOf = (version: string, name: string) => hashText(`${version}:${name}`).toString(36)

/** Hashes are cut short, because they do not compress and the document of a list contains about seventy. */
const hashLength = 4

/** The URL of a drawn image. */
export const imagePath = (name: string) =>
  `/photos/${name}-${hashOf(versions[0] ?? '', name).slice(0, hashLength)}.svg`

/** The image name in a file name, which may contain the whole hash; undefined if the hash does not match. */
export function imageNameIn(fileName: string): string | undefined {
  const [, name = '', hash = ''] = /^([a-z0-9-]{1,80})-([a-z0-9]{4,7})\.svg$/.exec(fileName) ?? []
  return versions.some((version) => hashOf(version, name).startsWith(hash)) ? name : undefined
}

/** The URL of a product photo. The file name holds its options. */
export function productPhotoPath({ type, pattern, base, accent, seed, view }: PhotoSpec): string {
  const colours = [base, accent].map((colour) => colour.slice(1).toLowerCase())
  return imagePath([type, pattern, ...colours, seed, view].join('-'))
}

/** The options in a photo's file name. */
export function parsePhotoSpec(name: string): PhotoSpec | undefined {
  const [, type = '', patternName, base, accent, seed, viewName] =
    /^([a-z]+)-([a-z]+)-([0-9a-f]{6})-([0-9a-f]{6})-(\d{1,3})-([a-z]+)$/.exec(name) ?? []
  const pattern = patterns.find((candidate) => candidate === patternName)
  const view = views.find((candidate) => candidate === viewName)
  if (!isGarmentType(type) || !pattern || !view) return undefined
  return { type, pattern, base: `#${base}`, accent: `#${accent}`, seed: Number(seed), view }
}

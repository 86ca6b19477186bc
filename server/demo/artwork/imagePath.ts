import type { PhotoSpec } from '#server/demo/catalogue/demoTypes.ts'
import { hashText } from '#server/demo/seededRandom.ts'
import { isGarmentType } from './garments/garments.ts'
import { patterns, views } from './imageSpec.ts'

/**
 * Images are cached forever, so a changed drawing needs new URLs: put a new version in front.
 * Older versions stay, since stored products still refer to them.
 */
const versions = ['2', '1']

const hashOf = (edition: string, name: string) => hashText(`${edition}:${name}`).toString(36)

/** The URL of a drawn image. */
export const imagePath = (name: string) => `/photos/${name}-${hashOf(versions[0] ?? '', name)}.svg`

/** The image name in a file name. Undefined where the hash does not match. */
export function imageNameIn(fileName: string): string | undefined {
  const [, name = '', hash] = /^([a-z0-9-]{1,80})-([a-z0-9]{1,7})\.svg$/.exec(fileName) ?? []
  return versions.some((edition) => hashOf(edition, name) === hash) ? name : undefined
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
  const pattern = patterns.find((one) => one === patternName)
  const view = views.find((one) => one === viewName)
  if (!isGarmentType(type) || !pattern || !view) return undefined
  return { type, pattern, base: `#${base}`, accent: `#${accent}`, seed: Number(seed), view }
}

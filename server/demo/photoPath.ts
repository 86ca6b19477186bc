import type { PhotoSpec } from './demoTypes.ts'
import { patterns, views } from './garmentSpec.ts'
import { isGarmentType } from './garments.ts'
import { picturePath } from './picturePath.ts'

/** The address of a product photo. Its options are its name. */
export function photoPath({ type, pattern, base, accent, seed, view }: PhotoSpec): string {
  const colours = [base, accent].map((colour) => colour.slice(1).toLowerCase())
  return picturePath([type, pattern, ...colours, seed, view].join('-'))
}

/** The options in a photo's name. */
export function photoSpec(name: string): PhotoSpec | undefined {
  const [, type = '', patternName, base, accent, seed, viewName] =
    /^([a-z]+)-([a-z]+)-([0-9a-f]{6})-([0-9a-f]{6})-(\d{1,3})-([a-z]+)$/.exec(name) ?? []
  const pattern = patterns.find((one) => one === patternName)
  const view = views.find((one) => one === viewName)
  if (!isGarmentType(type) || !pattern || !view) return undefined
  return { type, pattern, base: `#${base}`, accent: `#${accent}`, seed: Number(seed), view }
}

import { fabricPattern } from './fabricPattern.ts'
import { garmentSheet } from './garmentSheet.ts'
import type { GarmentSpec } from './garmentSpec.ts'
import { garments, type GarmentType } from './garments.ts'

/** Long pieces are drawn narrower than their outlines say. */
const slimness: Partial<Record<GarmentType, number>> = {
  kurta: 0.86,
  kurti: 0.88,
  sherwani: 0.86,
  salwar: 0.9,
  saree: 0.92,
  nehru: 0.94,
  shirt: 0.95,
  jacket: 0.96,
  anarkali: 0.95,
  lehenga: 0.95,
}

/** Light falling on cloth: from the side, from above, and on a wide skirt. */
const shades: Record<string, string> = {
  s: ' gradientUnits="userSpaceOnUse" x1="96" x2="304" y1="0" y2="0"><stop stop-opacity=".26"/><stop offset=".16" stop-opacity=".05"/><stop offset=".34" stop-color="#fff" stop-opacity=".14"/><stop offset=".52" stop-opacity="0"/><stop offset=".84" stop-opacity=".08"/><stop offset="1" stop-opacity=".3"/>',
  d: ' x2="0" y2="1"><stop stop-opacity=".06"/><stop offset="1" stop-opacity=".2"/>',
  w: ' gradientUnits="userSpaceOnUse" x1="70" x2="330" y1="60" y2="130"><stop stop-opacity=".3"/><stop offset=".32" stop-color="#fff" stop-opacity=".12"/><stop offset=".6" stop-opacity=".03"/><stop offset="1" stop-opacity=".32"/>',
}

const shadesUsed = (id: string, markup: string) =>
  Object.entries(shades)
    .filter(([name]) => markup.includes(`url(#${id}${name})`))
    .map(([name, stops]) => `<linearGradient id="${id}${name}"${stops}</linearGradient>`)
    .join('')

type DrawOptions = { spec: GarmentSpec; id: string }

/** A garment without its backdrop. Two in one picture need different ids. */
export function drawGarment(type: GarmentType, { spec, id }: DrawOptions) {
  const sheet = garmentSheet(spec, { id, slim: slimness[type] ?? 1 })
  garments[type](sheet)
  const body = sheet.drawn.join('')
  const kept = sheet.definitions.join('')
  return {
    definitions: fabricPattern(id, spec) + shadesUsed(id, body + kept) + kept,
    body,
    shapes: sheet.shapes,
  }
}

type ShadowOptions = { place: string; fill: string; opacity?: number }

/** The outline of every piece of cloth, moved: what the garment throws on the wall. */
export function shadowOf({ shapes }: { shapes: string[] }, options: ShadowOptions): string {
  const opacity = options.opacity === undefined ? '' : ` opacity="${options.opacity}"`
  const uses = shapes.map((key) => `<use href="#${key}"/>`).join('')
  return `<g transform="${options.place}" fill="${options.fill}"${opacity}>${uses}</g>`
}

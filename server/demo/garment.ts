import { mix } from './colour.ts'
import { drawGarment, shadowOf } from './drawGarment.ts'
import { frameOf } from './garmentFrames.ts'
import { type GarmentSpec, tintOf, tints } from './garmentSpec.ts'
import type { GarmentType } from './garments.ts'

const wall = '#EFE7D8'
const withoutWallShadow: GarmentType[] = ['sneakers', 'heels', 'juttis']

/** Where the ground is, for what stands on it. */
const groundAt: Partial<Record<GarmentType, number>> = { sneakers: 416, heels: 440, handbag: 424 }

/** A product picture, 4:5. The same type and options always give the same file. */
export function garment(type: GarmentType, spec: GarmentSpec): string {
  const backdrop = spec.view === 'wall' ? wall : (tints[tintOf(spec.seed)] ?? wall)
  const drawing = drawGarment(type, { spec, id: 'a' })
  const ground = groundAt[type]
  const shadow = ground
    ? `<ellipse cx="200" cy="${ground}" rx="150" ry="11" fill="#0c1410" opacity=".13"/>`
    : withoutWallShadow.includes(type)
      ? ''
      : shadowOf(drawing, { place: 'translate(9 12)', fill: mix(backdrop, '#0c1410', 0.16) })
  const { box, paper } = frameOf(type, spec.view)
  const glow =
    '<radialGradient id="ag" cx=".5" cy=".42" r=".75"><stop stop-color="#fff" stop-opacity=".65"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="800" height="1000"><defs>${glow}${drawing.definitions}</defs><path d="${paper}" fill="${backdrop}"/><path d="${paper}" fill="url(#ag)"/>${shadow}${drawing.body}</svg>`
}

import { drawGarment, dropShadow } from './garmentImage.ts'
import type { GarmentSpec } from './imageSpec.ts'
import type { GarmentType } from './garments/garments.ts'

type OfferScene = { type: GarmentType; spec: GarmentSpec }

/** The garment on each offer, by coupon code. */
export const offerScenes: Record<string, OfferScene> = {
  first600: {
    type: 'kurti',
    spec: { base: '#f3e9d8', accent: '#1f6f5c', pattern: 'block', seed: 1, view: 'front' },
  },
  utsav20: {
    type: 'lehenga',
    spec: { base: '#b8405e', accent: '#e7a93b', pattern: 'bandhani', seed: 2, view: 'front' },
  },
  tryfree: {
    type: 'kurta',
    spec: { base: '#2b4c7e', accent: '#e9d5a6', pattern: 'solid', seed: 3, view: 'front' },
  },
}

/** Draws a coupon ticket with a garment at its right. The page puts the text over it. */
export function offerImage({ type, spec }: OfferScene): string {
  const drawing = drawGarment(type, { spec, id: 'o' })
  const shadow = dropShadow(drawing, { place: 'translate(9 12)', fill: '#e8d9b5' })
  const ticket =
    'M24 0H576a24 24 0 0 1 24 24V96a24 24 0 0 0 0 48V216a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24V144a24 24 0 0 0 0-48V24A24 24 0 0 1 24 0z'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 240" width="600" height="240"><defs>${drawing.definitions}<clipPath id="ot"><path d="${ticket}"/></clipPath></defs><path d="${ticket}" fill="#fff2d9"/><path d="M392 16V224" stroke="#ffc34f" stroke-width="3" stroke-dasharray="9 8"/><g clip-path="url(#ot)"><g transform="translate(392 -6) scale(.5)">${shadow}${drawing.body}</g></g></svg>`
}

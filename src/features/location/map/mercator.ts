import type { Point } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'

/** A position in the Mercator projection at a zoom level, in pixels from the north-west corner. */
export type MapPixel = { x: number; y: number }

const worldPx = (zoom: number) => 256 * 2 ** zoom
const equatorMetres = 40_075_017
const radians = Math.PI / 180

export function toPixel({ latitude, longitude }: Point, zoom: number = rules.map.zoom): MapPixel {
  const sine = Math.sin(latitude * radians)
  return {
    x: ((longitude + 180) / 360) * worldPx(zoom),
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldPx(zoom),
  }
}

export function toPoint({ x, y }: MapPixel, zoom: number = rules.map.zoom): Point {
  const angle = Math.PI * (1 - (2 * y) / worldPx(zoom))
  return {
    latitude: Math.atan(Math.sinh(angle)) / radians,
    longitude: (x / worldPx(zoom)) * 360 - 180,
  }
}

export const metresPerPixel = ({ latitude }: Point, zoom: number): number =>
  (equatorMetres * Math.cos(latitude * radians)) / worldPx(zoom)

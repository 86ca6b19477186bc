import type { Point } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'

/** A point on the map's own sheet, in its pixels at the zoom of `rules.map`. */
type OnSheet = { x: number; y: number }

const sheetPx = 256 * 2 ** rules.map.zoom

export function onSheet({ latitude, longitude }: Point): OnSheet {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    x: ((longitude + 180) / 360) * sheetPx,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * sheetPx,
  }
}

export function pointAt({ x, y }: OnSheet): Point {
  const turn = Math.PI * (1 - (2 * y) / sheetPx)
  return {
    latitude: (Math.atan(Math.sinh(turn)) * 180) / Math.PI,
    longitude: (x / sheetPx) * 360 - 180,
  }
}

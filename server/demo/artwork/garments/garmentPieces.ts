import { lightness, mix } from '#server/demo/artwork/colour.ts'
import type { GarmentCanvas } from './garmentCanvas.ts'

/** Sleeves: long, three-quarter, short. */
export const longSleeve =
  'M84 104C112 114 124 150 134 210L152 352L155 386C146 394 122 396 112 391L103 262L78 178'
export const midSleeve =
  'M82 104C108 114 120 148 128 200L140 290C130 298 110 300 98 296L94 232L76 176'
export const shortSleeve =
  'M86 103C112 114 130 150 148 208C150 214 146 218 140 220L102 234C96 236 93 232 91 226L78 172'

/** Draws the inside of the back, seen through the neckline, with its label. */
export function backNeck(canvas: GarmentCanvas, width = 35, top = 90): void {
  const depth = lightness(canvas.base) > 0.62 ? 0.3 : 0.5
  const [left, right] = [canvas.at([-width, top]), canvas.at([width, top])]
  const shape = `M${left}Q200 ${top - 13} ${right}V${top + 96}H${canvas.across(-width)}Z`
  canvas.flat(shape, mix(canvas.base, '#0c1410', depth))
  canvas.flat(`M192 ${top - 5}h16v8h-16z`, '#f4f1ea', 0.9)
}

/** A stand collar. */
export function standCollar(canvas: GarmentCanvas, fill: string, gap: number): void {
  const collar = `M${gap} 116C18 112 28 100 34 82L44 86C42 106 30 122 ${gap} 130`
  canvas.cloth(canvas.both(collar), fill)
}

type Cuff = { top: number; left: number; right: number; bottom: number; fill: string }

export function cuffs(canvas: GarmentCanvas, { top, left, right, bottom, fill }: Cuff): void {
  const edge = `C${right - 8} ${bottom + 4} ${left + 10} ${bottom + 4} ${left + 1} ${bottom}`
  const path = `M${left} ${top}L${right} ${top - 4}L${right + 3} ${bottom - 4}${edge}`
  canvas.cloth(canvas.both(path), fill, 'd')
}

import { mix } from '#server/demo/artwork/colour.ts'
import { backNeck, cuffs, longSleeve, standCollar } from './garmentPieces.ts'
import { type GarmentCanvas, strokeStyle, stroke } from './garmentCanvas.ts'

const churidar = 'M0 300L50 300C58 350 60 410 52 462C44 468 26 468 18 464L6 372L0 350'

/** A column of buttons: `x` from the centre line, and the y position of each. */
const column = (x: number, heights: number[]) => heights.map((y) => `${x} ${y}`).join(', ')

function sherwani(canvas: GarmentCanvas): void {
  const { accent, cut, dark, pair } = canvas
  const hasPlacket = cut !== 1
  canvas.cloth(canvas.half(churidar), mix(accent, '#f6f1e6', 0.86), 'd')
  const ankle = '53 424 34 430 16 424 4, 52 438 34 444 17 438 4, 52 452 34 458 18 452 4'
  canvas.creasesOnBothSides(ankle, 0.2)
  backNeck(canvas, 33, 86)
  canvas.cloth(canvas.both(longSleeve.replace('M84 104', 'M86 100')), canvas.fabric, 'd')
  canvas.creasesOnBothSides('124 160 116 250 126 366 8, 98 226 116 258 138 262 9')
  cuffs(canvas, { top: 366, left: 110, right: 153, bottom: 391, fill: accent })
  const body = canvas.half(
    'M0 122C14 118 30 106 34 82L86 100C96 104 94 150 86 190C80 230 86 260 90 290L102 386C74 396 30 398 0 398',
  )
  const trims = [
    stroke('M200 120V400', strokeStyle(dark, 2)),
    hasPlacket ? stroke('M208 120V400', strokeStyle(accent, 15, 'opacity=".95"')) : '',
    cut === 2 ? stroke(pair('M0 393C30 393 74 389 106 378'), strokeStyle(accent, 14)) : '',
  ]
  canvas.inside(canvas.cloth(body), trims.join(''))
  standCollar(canvas, accent, 2)
  const buttons = column(hasPlacket ? 8 : 6, [142, 168, 194, 220, 246, 272, 298])
  canvas.dots(buttons, 3.6, mix(accent, '#ffffff', hasPlacket ? 0.7 : 0.35))
  canvas.flat('M236 186l30-3v6l-30 3z', dark)
  canvas.flat('M240 186l8-20 6 12 8-10 2 16z', mix(accent, '#ffffff', 0.35))
  canvas.creases(
    '86 196 54 222 24 236 9, -86 196 -58 224 -22 250 -9, 60 392 46 340 54 270 11, -66 392 -52 340 -58 280 -10, -26 396 -20 350 -28 300 -7',
  )
}

function nehru(canvas: GarmentCanvas): void {
  nehruShirt(canvas)
  const { accent, both, cut, dark, half } = canvas
  canvas.cloth(
    half(
      'M0 128C14 122 30 112 34 86L66 94C70 130 76 160 92 184L94 372C94 382 88 384 80 384L12 386C6 386 0 376 0 366',
    ),
  )
  canvas.line(canvas.pair('M66 94C70 130 76 160 92 184'), strokeStyle(dark, 2.5))
  canvas.line('M200 126V372', strokeStyle(dark, 2))
  const collar = both('M3 118C18 112 27 100 32 80L42 84C41 106 30 122 3 131')
  canvas.cloth(collar, cut === 1 ? accent : canvas.base)
  const buttons = [152, 192, 232, 272, 312]
  canvas.dots(column(7, buttons), 4.6, cut === 1 ? accent : canvas.deep)
  const glints = buttons.map((y) => y - 1)
  canvas.dots(column(6, glints), 1.6, mix(accent, '#ffffff', 0.5))
  canvas.cloth('M232 196l36-4v8l-36 4z', dark)
  canvas.flat('M238 195l9-20 6 11 8-10 3 16z', accent)
  canvas.cloth(both('M36 312L74 310L74 319L36 321'), dark)
  canvas.creases(
    '88 196 60 216 30 232 8, -88 196 -60 222 -30 246 -8, 70 380 58 340 62 300 8, -74 380 -60 340 -66 296 -8',
  )
}

/** The pale kurta worn under the jacket. */
function nehruShirt(canvas: GarmentCanvas): void {
  const pale = mix(canvas.accent, '#ffffff', 0.8)
  backNeck(canvas, 34, 88)
  const sleeve =
    'M80 104C102 114 112 148 122 208L138 352L140 382C132 388 116 390 108 386L100 262L76 178'
  canvas.cloth(canvas.both(sleeve), pale, 'd')
  canvas.creasesOnBothSides('114 160 108 250 118 366 7, 96 236 112 262 128 262 8', 0.12)
  canvas.cloth(canvas.half('M0 300L88 300L94 430C70 438 30 442 0 442'), pale, 'd')
}

export const formalGarments = { sherwani, nehru }

import { mix } from '#server/demo/artwork/colour.ts'
import { backNeck, type GarmentCanvas, stroke, strokeStyle } from './garmentCanvas.ts'

/** By cut: round neck, straps, V-neck. */
const dressBodices = [
  'M0 128C24 128 36 110 40 84L74 92C82 98 78 136 70 166C62 188 55 200 55 218C38 222 18 223 0 223',
  'M0 116C20 112 32 104 38 92L44 66L54 66C52 100 58 120 74 144C72 176 55 196 55 218C38 222 18 223 0 223',
  'M0 168C14 146 34 116 40 84L74 92C82 98 78 136 70 166C62 188 55 200 55 218C38 222 18 223 0 223',
]

function dress(canvas: GarmentCanvas): void {
  const { accent, cut, half, pair } = canvas
  backNeck(canvas, 40, 86)
  if (cut !== 1) flutterSleeves(canvas)
  const flare = 'M0 216L54 212C62 250 96 340 120 424C124 436 118 440 108 442C76 452 30 454 0 454'
  const skirt = canvas.cloth(half(flare), canvas.fabric, 'w')
  const seam = strokeStyle(canvas.dark, 3, 'opacity=".5"')
  const tiers = pair('M0 330C40 330 70 326 104 316M0 396C40 396 80 390 122 378')
  if (cut === 0) canvas.inside(skirt, stroke(tiers, seam))
  const folds = '10 220 18 330 22 452 10, 28 220 44 330 58 450 12, 44 218 70 320 92 446 11'
  canvas.creasesOnBothSides(folds, 0.15)
  canvas.creasesOnBothSides('18 224 32 330 42 440 6, 38 222 60 330 78 430 6', 0.16, '#fff')
  canvas.cloth(half(dressBodices[cut] ?? ''))
  canvas.flat(half('M0 208C20 208 38 207 56 204L56 220C38 224 18 225 0 225'), accent)
  const bow = 'M200 208l26 12-6 66-12-2 4-58zM200 210l-8 62-12-4 8-60z'
  if (cut !== 0) canvas.cloth(bow, accent)
  canvas.creasesOnBothSides('64 178 44 176 24 190 7, 68 160 50 150 34 150 6', 0.13)
}

function flutterSleeves(canvas: GarmentCanvas): void {
  const sleeve = 'M74 92C100 96 118 120 122 158C110 172 92 176 80 172L66 138'
  canvas.cloth(canvas.both(sleeve), canvas.fabric, 'd')
  canvas.creasesOnBothSides('84 100 100 130 104 168 7, 78 104 88 136 88 172 5', 0.15)
}

/** By cut: round neck, V-neck, square neck. */
const topBodies = [
  'M0 168C24 168 38 150 42 122L74 132C84 136 80 180 72 212C66 236 68 250 70 268L92 372C64 384 28 388 0 388',
  'M0 206C14 180 36 152 42 122L74 132C84 136 80 180 72 212C66 236 68 250 70 268L92 372C64 384 28 388 0 388',
  'M0 170L40 166L44 120L74 132C84 136 80 180 72 212C66 236 68 250 70 268L92 372C64 384 28 388 0 388',
]

function top(canvas: GarmentCanvas): void {
  const { accent, both, cut, pair } = canvas
  backNeck(canvas, 42, 124)
  const puff = both(
    'M74 132C106 124 140 146 146 190C150 222 140 244 128 254C114 260 100 256 92 246L66 184',
  )
  canvas.cloth(puff, canvas.fabric, 'd')
  const gathers = '82 140 116 170 122 250 9, 78 146 100 190 106 250 7, 96 136 134 170 136 236 7'
  canvas.creasesOnBothSides(gathers, 0.15)
  canvas.cloth(both('M91 244C104 256 118 258 131 250L133 264C120 272 102 270 93 260'), accent)
  const waist = stroke(
    pair('M0 272C28 272 52 270 76 264'),
    strokeStyle(canvas.dark, 2.5, 'opacity=".6"'),
  )
  const hem = stroke(pair('M0 384C28 384 64 380 96 366'), strokeStyle(accent, 10))
  canvas.inside(canvas.cloth(canvas.half(topBodies[cut] ?? '')), waist + hem)
  if (cut === 0) canvas.dots('0 190, 0 212, 0 234, 0 256', 3, mix(accent, '#ffffff', 0.4))
  const folds =
    '10 276 14 330 18 386 8, 28 276 40 330 48 382 9, 48 274 62 320 74 374 8, 70 216 46 222 26 234 8'
  canvas.creasesOnBothSides(folds, 0.15)
}

export const dressGarments = { dress, top }

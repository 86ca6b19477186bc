import { mix } from '#server/demo/artwork/colour.ts'
import { backNeck, cuffs } from './garmentPieces.ts'
import { type GarmentCanvas, strokeStyle, stroke } from './garmentCanvas.ts'

function hoodie(canvas: GarmentCanvas): void {
  const { accent, cut, dark, fabric, half, pair, right } = canvas
  const ribs = cut === 1 ? accent : dark
  canvas.cloth(half('M0 66C40 64 62 82 64 112C62 128 52 138 40 146L0 160'), fabric, 'd')
  canvas.flat(half('M0 84C26 82 44 94 46 114C40 144 20 168 0 178'), canvas.deep)
  const sleeve = 'M84 112C116 120 130 160 138 220L152 364C146 380 120 384 110 376L102 268L76 186'
  canvas.cloth(canvas.both(sleeve), fabric, 'd')
  const bends = '128 170 118 260 126 360 9, 100 236 120 266 142 270 10, 106 320 126 334 148 328 7'
  canvas.creasesOnBothSides(bends, 0.16)
  cuffs(canvas, { top: 370, left: 108, right: 153, bottom: 396, fill: ribs })
  const body = canvas.cloth(
    half('M0 168C18 160 40 144 54 116L84 112C96 116 96 160 94 196L98 392C70 404 30 406 0 406'),
  )
  if (cut === 2) canvas.inside(body, stroke('M90 250H310', strokeStyle(accent, 30)))
  canvas.cloth(half('M0 400L96 390L98 414C70 422 30 424 0 424'), ribs)
  const hood = 'M1 172C16 162 36 146 46 108C58 104 66 110 66 120C58 146 32 172 8 186'
  canvas.cloth(canvas.both(hood), fabric, 'd')
  canvas.cloth(half('M0 296L52 296L72 352L72 386C48 390 24 391 0 391'))
  const pocket = pair('M52 296L72 352L72 386') + right('M-52 300L52 300')
  canvas.stitch(pocket, dark, 1.3)
  const cord = strokeStyle(cut === 1 ? canvas.light : accent, 4, 'stroke-linecap="round"')
  canvas.line(right('M-16 176L-18 238M16 176L19 230'), cord)
  const folds =
    '92 200 60 226 28 246 10, -92 200 -62 228 -34 256 -10, 84 396 78 350 84 300 7, -86 396 -80 350 -86 306 -7'
  canvas.creases(folds, 0.15)
}

function jacket(canvas: GarmentCanvas): void {
  const { accent, base, both, cut, dark, pair } = canvas
  const ribs = cut === 1 ? dark : base
  backNeck(canvas, 36, 90)
  const sleeve = 'M84 104C116 114 130 156 138 220L152 366C146 380 120 384 110 376L102 264L76 182'
  canvas.cloth(both(sleeve), canvas.fabric, 'd')
  const bends = '128 170 118 260 126 360 9, 100 232 120 262 142 266 10, 104 316 126 330 148 322 7'
  canvas.creasesOnBothSides(bends, 0.16)
  cuffs(canvas, { top: 368, left: 108, right: 153, bottom: 394, fill: ribs })
  canvas.flat(canvas.half('M0 128L20 124L22 380L0 380'), mix(accent, '#ffffff', 0.75))
  const fronts =
    'M5 134C18 126 32 112 36 90L84 104C96 108 96 152 94 190L96 384C68 392 30 394 9 394L7 260'
  canvas.cloth(both(fronts))
  canvas.cloth(both('M9 382C36 384 68 380 96 374L97 402C68 410 36 411 10 410'), ribs)
  const collar = both('M4 150C8 136 24 112 32 80C44 80 52 92 56 110C48 134 34 152 24 164')
  canvas.cloth(collar, cut === 2 ? accent : base)
  if (cut === 1) canvas.line(pair('M5 150L8 408'), strokeStyle(accent, 3, 'stroke-dasharray="3 2"'))
  else jacketPockets(canvas)
  canvas.stitch(pair('M12 150L15 380'), accent, 1.2)
  canvas.line(pair('M44 300L72 330'), strokeStyle(dark, 3, 'stroke-linecap="round"'))
  canvas.creases('92 196 64 216 36 226 9, -92 196 -64 220 -40 236 -9', 0.16)
}

function jacketPockets(canvas: GarmentCanvas): void {
  const flap = 'M36 198L78 194L78 206L57 214L36 208'
  canvas.cloth(canvas.both(flap), canvas.base)
  canvas.stitch(canvas.both(flap) + canvas.pair('M36 208L42 372M78 206L74 370'), canvas.accent, 1.2)
  const buttons = '57 206, -57 206, 14 190, 14 240, 14 290, 14 340, 14 396'
  canvas.dots(buttons, 3.6, mix(canvas.accent, '#ffffff', 0.3))
}

export const layerGarments = { hoodie, jacket }

import { mix } from '#server/demo/artwork/colour.ts'
import { backNeck, cuffs, longSleeve, midSleeve, standCollar } from './garmentPieces.ts'
import { type GarmentCanvas, strokeStyle, stroke } from './garmentCanvas.ts'

function kurta(canvas: GarmentCanvas): void {
  const { accent, base, cut, fabric, pair, right } = canvas
  const isPlain = cut === 1
  backNeck(canvas, 33, 90)
  canvas.cloth(canvas.both(longSleeve), fabric, 'd')
  canvas.creasesOnBothSides('124 160 116 250 126 376 8, 98 226 116 258 138 262 9')
  if (!isPlain) cuffs(canvas, { top: 372, left: 110, right: 153, bottom: 391, fill: accent })
  const body = canvas.cloth(
    canvas.half(
      'M0 124C14 120 30 110 34 86L84 104C94 108 92 150 88 190L84 280L104 452C80 462 30 466 0 466',
    ),
  )
  canvas.creasesOnBothSides('86 290 82 370 94 456 -10', 0.2)
  if (!isPlain)
    canvas.inside(body, stroke(pair('M0 461C30 461 80 457 108 446'), strokeStyle(accent, 10)))
  standCollar(canvas, isPlain ? base : accent, 4)
  canvas.cloth(right('M-10 124L10 124L10 258L0 268L-10 258'), cut === 2 ? accent : fabric)
  canvas.stitch(right('M-7 130L-7 256L0 263L7 256L7 130'), canvas.dark, 1.1)
  const button = mix(accent, '#ffffff', cut === 2 ? 0.7 : 0.35)
  canvas.dots('0 148, 0 180, 0 212, 0 244', 3.2, button)
  canvas.creases(
    '88 196 54 220 24 236 9, -88 196 -58 224 -30 250 -9, 44 462 36 380 46 300 11, -50 462 -40 380 -48 310 -10, -12 464 -6 400 -14 340 7',
  )
}

const kurtiNecks = {
  round: {
    body: 'M0 138C22 138 36 118 40 92L82 104C92 108 88 150 80 190C74 216 78 240 86 270L122 416C90 430 30 434 0 434',
    edge: 'M0 140C22 140 36 120 40 94',
  },
  vee: {
    body: 'M0 178C12 150 34 120 40 92L82 104C92 108 88 150 80 190C74 216 78 240 86 270L122 416C90 430 30 434 0 434',
    edge: 'M0 180C12 152 34 122 40 94',
  },
}

function kurti(canvas: GarmentCanvas): void {
  const { accent, cut, pair } = canvas
  const neck = cut === 1 ? kurtiNecks.vee : kurtiNecks.round
  backNeck(canvas, 40, 94)
  const sleeves = canvas.cloth(canvas.both(midSleeve), canvas.fabric, 'd')
  canvas.inside(sleeves, stroke(pair('M94 290L144 284'), strokeStyle(accent, 14)))
  canvas.creasesOnBothSides('118 150 112 210 118 280 7, 94 214 108 238 124 240 8')
  const trims = [
    stroke(pair('M0 426C30 426 90 422 126 407'), strokeStyle(accent, 20)),
    stroke(pair('M0 407C30 407 88 403 122 388'), strokeStyle(accent, 3)),
    stroke(pair(neck.edge), strokeStyle(accent, 16)),
    cut === 2 ? stroke('M200 140V430', strokeStyle(accent, 16)) : '',
  ]
  canvas.inside(canvas.cloth(canvas.half(neck.body)), trims.join(''))
  if (cut !== 1) canvas.dots('0 162, 0 186, 0 210', 3.2, mix(accent, '#ffffff', 0.5))
  canvas.creases(
    '80 196 50 220 20 236 8, -80 196 -54 224 -26 246 -8, 64 420 46 330 50 244 12, -70 420 -52 330 -54 250 -12, 22 430 14 360 18 280 8, -26 430 -18 370 -20 300 -8',
  )
}

function salwar(canvas: GarmentCanvas): void {
  const { accent, base, both, pair } = canvas
  const legs = 'M0 300L80 300C96 344 86 416 52 472L24 474C18 430 8 384 0 362'
  canvas.cloth(canvas.half(legs), accent, 'd')
  canvas.creasesOnBothSides('70 340 60 410 44 470 10, 46 340 34 410 36 470 8', 0.16)
  canvas.line(pair('M25 467L55 465'), strokeStyle(base, 8))
  backNeck(canvas, 38, 86)
  const sleeve = 'M80 98C104 108 114 142 122 194L134 290C124 298 106 300 96 296L92 226L74 168'
  const sleeves = canvas.cloth(both(sleeve), canvas.fabric, 'd')
  canvas.inside(sleeves, stroke(pair('M92 288L140 282'), strokeStyle(accent, 11)))
  const shirt = canvas.half(
    'M0 132C22 132 34 112 38 84L80 98C88 102 84 142 76 180C72 206 76 230 84 256L108 364C80 376 30 380 0 380',
  )
  const hem = stroke(pair('M0 374C30 374 80 370 114 355'), strokeStyle(accent, 15))
  const neck = stroke(pair('M0 134C22 134 36 114 40 84'), strokeStyle(accent, 13))
  canvas.inside(canvas.cloth(shirt), hem + neck)
  canvas.creases('58 370 42 300 48 230 10, -62 370 -46 300 -50 236 -10, 20 376 12 320 16 260 7')
  const fall = both('M34 80C52 78 72 86 82 96C90 180 92 290 88 414L50 418C56 300 52 180 26 92')
  const ends = stroke(pair('M46 400L92 396'), strokeStyle(base, 18))
  const edges = stroke(pair('M28 88C56 180 60 300 54 420'), strokeStyle(base, 5))
  canvas.inside(canvas.cloth(fall, mix(accent, '#ffffff', 0.35), 'd'), ends + edges)
  canvas.creasesOnBothSides('50 86 70 220 66 390 6, 66 90 82 220 78 390 5', 0.15)
}

export const kurtaGarments = { kurta, kurti, salwar }

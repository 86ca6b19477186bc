import { mix } from '#server/demo/artwork/colour.ts'
import { type GarmentCanvas, strokeStyle, stroke } from './garmentCanvas.ts'

function jeans(canvas: GarmentCanvas): void {
  const { accent, dark, half, pair, right } = canvas
  const legs = half(
    'M0 74L64 70C68 70 70 84 71 98C80 160 86 240 86 300L84 452C84 459 80 461 74 461L32 463C26 463 24 459 24 452L10 222L0 204',
  )
  canvas.cloth(legs, canvas.fabric, 'w')
  canvas.creasesOnBothSides('46 130 36 240 50 350 22, 48 150 40 240 52 330 12', 0.1, '#fff')
  canvas.line(`${pair('M0 204L10 222')}M200 96V204`, strokeStyle(dark, 2))
  canvas.stitch('M194 98v78q0 18-8 22', accent)
  canvas.line(pair('M26 94C30 120 50 130 74 128'), strokeStyle(dark, 2))
  canvas.stitch(pair('M31 95C35 114 52 123 73 121'), accent, 1.4)
  canvas.cloth(half('M0 70L65 66L68 92C46 97 20 98 0 98'))
  canvas.flat(canvas.both('M30 68L36 67L37 98L31 99'), dark, 0.8)
  canvas.dots('0 83', 4.5, mix(accent, '#ffffff', 0.3))
  canvas.stitch(right('M-62 71L0 75L62 71M-64 89L0 93L64 89'), accent, 1.2)
  canvas.stitch(pair('M80 150C83 220 82 330 80 452M28 448L82 446'), accent, 1.2)
  const folds =
    '10 214 34 222 62 206 9, 12 234 36 246 58 236 8, 80 330 60 344 34 336 7, 30 352 52 362 78 354 7, 54 456 50 420 58 380 7'
  canvas.creasesOnBothSides(folds, 0.18)
}

function trousers(canvas: GarmentCanvas): void {
  const { dark, half, pair } = canvas
  const legs = half(
    'M0 74L62 70C66 70 69 84 70 98C82 160 80 240 76 300L64 452C63 460 60 461 54 461L26 463C20 463 18 459 18 452L8 220L0 202',
  )
  canvas.cloth(legs, canvas.fabric, 'w')
  canvas.line(`${pair('M0 202L8 220')}M200 96V202`, strokeStyle(dark, 2))
  canvas.line(pair('M38 100C44 220 44 340 41 460'), strokeStyle(dark, 1.6, 'opacity=".55"'))
  canvas.creasesOnBothSides('41 460 50 300 38 120 6', 0.25, '#fff')
  canvas.line(pair('M52 94C54 116 62 132 74 140'), strokeStyle(dark, 2))
  canvas.cloth(half('M0 70L63 66L66 92C46 97 20 98 0 98'))
  canvas.flat(canvas.both('M26 68L31 67L32 97L27 98'), dark, 0.8)
  canvas.cloth('M200 78h22q6 7 0 14h-22z', canvas.base)
  canvas.dots('17 85', 3, mix(canvas.accent, '#ffffff', 0.4))
  canvas.creasesOnBothSides('8 210 30 220 60 204 8, 10 232 30 242 52 236 6', 0.15)
  if (canvas.cut === 1) canvas.line(pair('M19 440L66 438'), strokeStyle(dark, 2))
}

function skirt(canvas: GarmentCanvas): void {
  const { accent, base, cut, half } = canvas
  const flare = 'M0 112L58 108C70 200 108 310 132 396C136 408 130 412 118 414C84 426 30 428 0 428'
  const body = canvas.cloth(half(flare), canvas.fabric, 'w')
  const pleats =
    '6 128 10 280 14 426 12, 22 126 36 280 48 422 14, 36 126 64 270 84 418 13, 50 126 86 260 116 410 11'
  canvas.creasesOnBothSides(pleats, 0.18)
  const light = '14 128 24 280 34 420 7, 30 128 50 270 68 414 7, 44 126 76 260 102 408 6'
  canvas.creasesOnBothSides(light, 0.18, '#fff')
  const hem = stroke(
    canvas.pair('M0 420C30 420 84 418 142 394'),
    strokeStyle(accent, cut === 2 ? 8 : 22),
  )
  if (cut !== 1) canvas.inside(body, hem)
  canvas.cloth(half('M0 94L56 91L59 116C40 121 18 122 0 122'), cut === 1 ? base : accent)
  canvas.stitch(canvas.right('M-56 97L0 100L56 97'), canvas.dark, 1.2)
}

export const bottomGarments = { jeans, trousers, skirt }

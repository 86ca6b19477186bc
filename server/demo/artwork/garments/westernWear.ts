import { mix } from '#server/demo/artwork/colour.ts'
import {
  backNeck,
  cuffs,
  type GarmentCanvas,
  longSleeve,
  shortSleeve,
  standCollar,
  stroke,
  strokeStyle,
} from './garmentCanvas.ts'

function tshirt(canvas: GarmentCanvas): void {
  const { accent, base, cut, dark, light, right } = canvas
  backNeck(canvas, 37, 92)
  canvas.cloth(canvas.both(shortSleeve), canvas.fabric, 'above')
  canvas.creasesOnBothSides('128 150 112 180 104 226 7')
  const body = canvas.cloth(
    canvas.half(
      'M0 126C20 126 33 112 38 90L86 103C98 108 95 150 94 190L98 402C98 409 94 411 88 412C50 417 20 417 0 417',
    ),
  )
  const neck = right('M-38 90C-32 114 -18 128 0 128C18 128 32 114 38 90')
  canvas.line(neck, strokeStyle(dark, 9))
  canvas.line(neck, strokeStyle(base, 6))
  const bands =
    stroke('M90 236H310', strokeStyle(accent, 26)) + stroke('M90 262H310', strokeStyle(light, 8))
  if (cut === 0) canvas.inside(body, bands)
  if (cut === 1) canvas.cloth('M222 178h40v36q-20 12-40 0z', accent)
  if (cut === 2)
    canvas.flat('M200 190c22-16 44 6 30 28l-30 34-30-34c-14-22 8-44 30-28z', accent, 0.92)
  canvas.creases(
    '92 196 60 215 30 238 9, -92 196 -64 220 -40 250 -8, 60 412 52 350 66 290 10, -70 412 -58 356 -70 300 -9',
  )
  canvas.stitch(canvas.pair('M0 407L92 402'), dark, 1.2)
}

function polo(canvas: GarmentCanvas): void {
  const { accent, base, cut, dark, pair, right } = canvas
  backNeck(canvas, 36, 92)
  const sleeves = canvas.cloth(canvas.both(shortSleeve), canvas.fabric, 'above')
  canvas.inside(sleeves, stroke(pair('M92 236L150 214'), strokeStyle(accent, 16)))
  canvas.cloth(
    canvas.half(
      'M0 132C14 126 30 112 36 92L86 103C98 108 95 150 94 190L98 402C98 409 94 411 88 412C50 417 20 417 0 417',
    ),
  )
  const collar = 'M1 138C14 128 28 112 33 86C42 88 48 96 52 108C44 126 28 146 18 156'
  canvas.cloth(canvas.both(collar), cut === 0 ? base : accent)
  canvas.cloth(right('M-9 140L9 140L9 216L-9 216'), base)
  canvas.stitch(right('M-6 144L-6 212L6 212L6 144'), dark, 1.1)
  canvas.dots('0 160, 0 186', 3.4, mix(accent, '#ffffff', 0.4))
  canvas.creases(
    '92 196 60 215 30 244 9, -92 196 -64 220 -40 250 -8, 60 412 52 350 66 290 10, -70 412 -58 356 -70 300 -9',
  )
  canvas.stitch(pair('M0 407L92 402'), dark, 1.2)
}

function shirt(canvas: GarmentCanvas): void {
  const { accent, base, cut, dark, right } = canvas
  backNeck(canvas, 34, 90)
  canvas.cloth(canvas.both(longSleeve), canvas.fabric, 'above')
  canvas.creasesOnBothSides('126 160 118 250 128 360 8, 100 230 118 262 138 268 9')
  cuffs(canvas, { top: 360, left: 110, right: 153, bottom: 392, fill: base })
  canvas.cloth(
    canvas.half(
      'M0 128C14 122 30 110 34 88L84 104C96 108 94 150 92 186L94 392C92 408 60 416 34 428C18 432 8 432 0 432',
    ),
  )
  const collar = canvas.both(
    'M0 134C10 126 24 110 31 82C40 82 46 92 50 106C44 126 30 146 20 156C12 150 6 142 0 134',
  )
  canvas.cloth(collar, base)
  const placket = right('M-8 132L8 132L8 432L-8 432')
  canvas.flat(placket, canvas.fabric)
  canvas.flat(placket, '#000', 0.07)
  canvas.stitch(right('M-6 140L-6 428M6 140L6 428'), dark, 1)
  const buttons = '0 158, 0 204, 0 250, 0 296, 0 342, 0 388'
  canvas.dots(buttons, 3, mix(accent, '#ffffff', 0.55))
  if (cut < 2) {
    canvas.cloth('M226 196h42v40l-21 10-21-10z')
    canvas.stitch('M226 206h42', dark, 1.2)
  }
  canvas.creases(
    '90 192 56 214 30 230 9, -90 192 -60 220 -36 246 -9, 62 420 50 350 64 280 10, -66 420 -54 350 -68 290 -9',
  )
}

export const shirtGarments = { tshirt, polo, shirt }

function hoodie(canvas: GarmentCanvas): void {
  const { accent, cut, dark, fabric, half, pair, right } = canvas
  const ribs = cut === 1 ? accent : dark
  canvas.cloth(half('M0 66C40 64 62 82 64 112C62 128 52 138 40 146L0 160'), fabric, 'above')
  canvas.flat(half('M0 84C26 82 44 94 46 114C40 144 20 168 0 178'), canvas.deep)
  const sleeve = 'M84 112C116 120 130 160 138 220L152 364C146 380 120 384 110 376L102 268L76 186'
  canvas.cloth(canvas.both(sleeve), fabric, 'above')
  const bends = '128 170 118 260 126 360 9, 100 236 120 266 142 270 10, 106 320 126 334 148 328 7'
  canvas.creasesOnBothSides(bends, 0.16)
  cuffs(canvas, { top: 370, left: 108, right: 153, bottom: 396, fill: ribs })
  const body = canvas.cloth(
    half('M0 168C18 160 40 144 54 116L84 112C96 116 96 160 94 196L98 392C70 404 30 406 0 406'),
  )
  if (cut === 2) canvas.inside(body, stroke('M90 250H310', strokeStyle(accent, 30)))
  canvas.cloth(half('M0 400L96 390L98 414C70 422 30 424 0 424'), ribs)
  const hood = 'M1 172C16 162 36 146 46 108C58 104 66 110 66 120C58 146 32 172 8 186'
  canvas.cloth(canvas.both(hood), fabric, 'above')
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
  canvas.cloth(both(sleeve), canvas.fabric, 'above')
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

const churidar = 'M0 300L50 300C58 350 60 410 52 462C44 468 26 468 18 464L6 372L0 350'

/** A column of buttons: `x` from the centre line, and the y position of each. */
const column = (x: number, heights: number[]) => heights.map((y) => `${x} ${y}`).join(', ')

function sherwani(canvas: GarmentCanvas): void {
  const { accent, cut, dark, pair } = canvas
  const hasPlacket = cut !== 1
  canvas.cloth(canvas.half(churidar), mix(accent, '#f6f1e6', 0.86), 'above')
  const ankle = '53 424 34 430 16 424 4, 52 438 34 444 17 438 4, 52 452 34 458 18 452 4'
  canvas.creasesOnBothSides(ankle, 0.2)
  backNeck(canvas, 33, 86)
  canvas.cloth(canvas.both(longSleeve.replace('M84 104', 'M86 100')), canvas.fabric, 'above')
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
  canvas.cloth(canvas.both(sleeve), pale, 'above')
  canvas.creasesOnBothSides('114 160 108 250 118 366 7, 96 236 112 262 128 262 8', 0.12)
  canvas.cloth(canvas.half('M0 300L88 300L94 430C70 438 30 442 0 442'), pale, 'above')
}

export const formalGarments = { sherwani, nehru }

function jeans(canvas: GarmentCanvas): void {
  const { accent, dark, half, pair, right } = canvas
  const legs = half(
    'M0 74L64 70C68 70 70 84 71 98C80 160 86 240 86 300L84 452C84 459 80 461 74 461L32 463C26 463 24 459 24 452L10 222L0 204',
  )
  canvas.cloth(legs, canvas.fabric, 'skirt')
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
  canvas.cloth(legs, canvas.fabric, 'skirt')
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
  const body = canvas.cloth(half(flare), canvas.fabric, 'skirt')
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
  const skirt = canvas.cloth(half(flare), canvas.fabric, 'skirt')
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
  canvas.cloth(canvas.both(sleeve), canvas.fabric, 'above')
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
  canvas.cloth(puff, canvas.fabric, 'above')
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

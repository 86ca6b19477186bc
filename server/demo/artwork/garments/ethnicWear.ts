import { mix } from '#server/demo/artwork/colour.ts'
import {
  backNeck,
  cuffs,
  type GarmentCanvas,
  longSleeve,
  midSleeve,
  standCollar,
  stroke,
  strokeStyle,
} from './garmentCanvas.ts'

function kurta(canvas: GarmentCanvas): void {
  const { accent, base, cut, fabric, pair, right } = canvas
  const isPlain = cut === 1
  backNeck(canvas, 33, 90)
  canvas.cloth(canvas.both(longSleeve), fabric, 'above')
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
  const sleeves = canvas.cloth(canvas.both(midSleeve), canvas.fabric, 'above')
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
  canvas.cloth(canvas.half(legs), accent, 'above')
  canvas.creasesOnBothSides('70 340 60 410 44 470 10, 46 340 34 410 36 470 8', 0.16)
  canvas.line(pair('M25 467L55 465'), strokeStyle(base, 8))
  backNeck(canvas, 38, 86)
  const sleeve = 'M80 98C104 108 114 142 122 194L134 290C124 298 106 300 96 296L92 226L74 168'
  const sleeves = canvas.cloth(both(sleeve), canvas.fabric, 'above')
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
  canvas.inside(canvas.cloth(fall, mix(accent, '#ffffff', 0.35), 'above'), ends + edges)
  canvas.creasesOnBothSides('50 86 70 220 66 390 6, 66 90 82 220 78 390 5', 0.15)
}

export const kurtaGarments = { kurta, kurti, salwar }

function anarkali(canvas: GarmentCanvas): void {
  const { accent, base, cut, fabric, pair } = canvas
  const sleeve = 'M80 94C104 104 112 140 116 190L128 318C120 324 106 324 98 320L92 220L74 166'
  backNeck(canvas, 38, 82)
  canvas.cloth(canvas.both(sleeve), fabric, 'above')
  canvas.creasesOnBothSides('112 150 106 220 114 310 6')
  anarkaliSkirt(canvas)
  const bodice = canvas.half(
    'M0 132C22 132 34 112 38 80L80 94C88 98 84 140 74 172C66 192 58 204 58 220C40 224 20 225 0 225',
  )
  const band = cut === 1 ? base : accent
  const neck = stroke(pair('M0 134C22 134 36 114 40 80'), strokeStyle(band, 16))
  const panel = cut === 2 ? stroke('M200 132V226', strokeStyle(accent, 30)) : ''
  canvas.inside(canvas.cloth(bodice, cut === 1 ? accent : fabric), neck + panel)
  canvas.flat(canvas.half('M0 212C20 212 40 211 60 208L60 222C40 226 20 227 0 227'), band)
  const beads = '-42 217, -28 219, -14 220, 0 220, 14 220, 28 219, 42 217'
  canvas.dots(beads, 2, mix(accent, '#ffffff', 0.6))
}

function anarkaliSkirt(canvas: GarmentCanvas): void {
  const { accent, pair } = canvas
  const flare = canvas.half(
    'M0 218L56 214C70 290 110 380 158 444C150 456 138 448 126 458C112 468 100 456 86 466C72 474 58 462 44 470C28 476 14 466 0 474',
  )
  const border = stroke(pair('M0 464L44 460L86 456L126 447L160 432'), strokeStyle(accent, 22))
  const piping = stroke(pair('M0 440L44 437L86 432L122 424L150 410'), strokeStyle(accent, 3))
  canvas.inside(canvas.cloth(flare, canvas.fabric, 'skirt'), border + piping)
  const folds = '12 222 16 340 24 466 10, 28 222 48 340 72 464 14, 44 220 78 330 116 456 14'
  canvas.creasesOnBothSides(folds, 0.17)
  canvas.creasesOnBothSides('20 224 32 340 48 440 7, 38 224 64 330 94 430 7', 0.16, '#fff')
}

function lehenga(canvas: GarmentCanvas): void {
  const { accent, base, pair } = canvas
  backNeck(canvas, 40, 76)
  const sleeve = 'M78 88C100 96 110 124 114 158C106 168 92 172 82 170L70 140'
  canvas.cloth(canvas.both(sleeve), accent, 'above')
  const blouse = canvas.half(
    'M0 126C24 126 36 104 40 74L78 88C86 94 80 136 72 158C68 168 66 176 66 184C44 190 20 191 0 191',
  )
  const hem = stroke(pair('M0 186L70 180'), strokeStyle(base, 8))
  const neck = stroke(pair('M0 128C24 128 38 106 42 74'), strokeStyle(base, 8))
  canvas.inside(canvas.cloth(blouse, accent), hem + neck)
  canvas.creasesOnBothSides('68 170 44 158 30 130 -7', 0.2)
  lehengaSkirt(canvas)
  dupatta(canvas)
}

function lehengaSkirt(canvas: GarmentCanvas): void {
  const { accent, pair } = canvas
  const flare = 'M0 222L54 220C74 300 112 380 150 440C132 456 112 454 92 462C62 470 30 472 0 474'
  const hem = pair('M0 460C30 458 62 456 92 448C112 442 134 440 158 422')
  const zari = strokeStyle(mix(accent, '#ffffff', 0.5), 3, 'stroke-dasharray="3 6"')
  const piping = pair('M0 434C30 432 60 430 88 422C108 416 130 412 150 398')
  const border =
    stroke(hem, strokeStyle(accent, 30)) +
    stroke(hem, zari) +
    stroke(piping, strokeStyle(accent, 3))
  canvas.inside(canvas.cloth(canvas.half(flare), canvas.fabric, 'skirt'), border)
  const folds = '10 226 14 340 20 472 10, 26 226 46 340 66 466 14, 42 224 76 330 112 456 13'
  canvas.creasesOnBothSides(folds, 0.18)
  canvas.creasesOnBothSides('18 230 30 340 44 440 7, 36 228 62 330 92 430 7', 0.15, '#fff')
  canvas.cloth(canvas.half('M0 214L55 211L56 228C38 232 18 233 0 233'), accent)
}

function dupatta(canvas: GarmentCanvas): void {
  const fall = canvas.right(
    'M44 80C66 78 80 86 84 96C92 170 104 260 136 360C140 390 138 420 134 446L86 452C92 330 66 200 40 100',
  )
  const edges =
    stroke('M242 82C262 200 292 330 286 460', strokeStyle(canvas.base, 9)) +
    stroke('M284 90C296 190 318 280 336 366V460', strokeStyle(canvas.base, 7)) +
    stroke('M280 436H340', strokeStyle(canvas.base, 16))
  canvas.inside(canvas.cloth(fall, mix(canvas.accent, canvas.light, 0.55), 'above'), edges)
  canvas.creases('66 90 80 260 108 440 8, 52 96 68 250 96 400 6', 0.14)
}

function saree(canvas: GarmentCanvas): void {
  const { accent, right } = canvas
  backNeck(canvas, 38, 78)
  const sleeve = 'M76 90C98 98 108 130 112 166C104 176 90 179 80 176L68 142'
  canvas.cloth(canvas.both(sleeve), accent, 'above')
  const blouse = 'M0 122C22 122 34 104 38 76L76 90C84 96 78 136 70 160L64 200C44 206 20 207 0 207'
  canvas.cloth(canvas.half(blouse), accent)
  const pallu = 'M58 90C78 84 92 92 98 108C116 190 124 280 128 404L82 410C70 320 58 200 54 110'
  canvas.cloth(right(pallu), canvas.fabric, 'above')
  sareePleats(canvas)
  sareeDrape(canvas)
  sareeFringe(canvas)
}

const zariOf = ({ accent }: GarmentCanvas, dashes: string) =>
  strokeStyle(mix(accent, '#ffffff', 0.5), 2.5, `stroke-dasharray="${dashes}"`)

function sareePleats(canvas: GarmentCanvas): void {
  const { accent, pair } = canvas
  const skirt = 'M0 206L62 204C72 240 78 270 82 310L104 456C72 470 30 474 0 474'
  const hem = pair('M0 464C30 464 72 460 110 445')
  const piping = stroke(pair('M0 446C30 446 72 442 106 429'), strokeStyle(accent, 2.5))
  const border = stroke(hem, strokeStyle(accent, 22)) + stroke(hem, zariOf(canvas, '2 5')) + piping
  canvas.inside(canvas.cloth(canvas.half(skirt), canvas.fabric, 'skirt'), border)
  const folds =
    '4 232 8 340 10 472 10, -8 232 -8 340 -14 472 -9, 16 232 26 340 34 468 10, -20 234 -30 340 -40 468 -9, 48 250 60 340 78 460 9, -50 260 -62 350 -82 458 -9'
  canvas.creases(folds, 0.17)
  const light = '10 236 18 340 22 452 5, -14 236 -18 340 -27 452 -5, -36 240 -46 340 -60 440 -5'
  canvas.creases(light, 0.17, '#fff')
}

function sareeDrape(canvas: GarmentCanvas): void {
  const { right } = canvas
  const drape = right(
    'M-66 202C-40 178 8 128 36 80C54 74 76 80 88 96C86 140 76 190 64 236C40 258 -30 262 -72 248',
  )
  const edge = stroke(right('M-74 208C-36 178 14 128 40 76'), strokeStyle(canvas.accent, 20))
  const zari = stroke(right('M-66 206C-30 178 18 130 44 78'), zariOf(canvas, '2 5'))
  canvas.inside(canvas.cloth(drape), edge + zari)
  const folds = '-64 226 10 206 66 104 10, -66 240 20 226 72 120 10, -60 216 -4 190 56 92 7'
  canvas.creases(folds, 0.15)
}

function sareeFringe(canvas: GarmentCanvas): void {
  const end = canvas.cloth(canvas.right('M84 336L126 334L128 404L82 410'), canvas.accent)
  const lines = 'M270 350H340M270 362H340M270 392H340'
  canvas.inside(end, stroke(lines, zariOf(canvas, '3 4')))
  const threads = canvas.right(
    'M86 410L86 424M94 409L94 424M102 408L102 423M110 407L110 422M118 406L118 421M125 405L125 420',
  )
  canvas.line(threads, strokeStyle(canvas.accent, 2.4))
  canvas.creases('76 100 92 240 94 330 7, 90 110 108 240 112 330 6', 0.14)
}

export const festiveGarments = { anarkali, lehenga, saree }

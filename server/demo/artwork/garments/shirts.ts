import { mix } from '#server/demo/artwork/colour.ts'
import { backNeck, cuffs, longSleeve, shortSleeve } from './garmentPieces.ts'
import { type GarmentCanvas, strokeStyle, stroke } from './garmentCanvas.ts'

function tshirt(canvas: GarmentCanvas): void {
  const { accent, base, cut, dark, light, right } = canvas
  backNeck(canvas, 37, 92)
  canvas.cloth(canvas.both(shortSleeve), canvas.fabric, 'd')
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
  const sleeves = canvas.cloth(canvas.both(shortSleeve), canvas.fabric, 'd')
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
  canvas.cloth(canvas.both(longSleeve), canvas.fabric, 'd')
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

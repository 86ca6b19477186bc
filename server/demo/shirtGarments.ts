import { mix } from './colour.ts'
import { backNeck, cuffs, longSleeve, shortSleeve } from './garmentPieces.ts'
import { type GarmentSheet, pen, stroke } from './garmentSheet.ts'

function tshirt(sheet: GarmentSheet): void {
  const { accent, base, cut, dark, light, right } = sheet
  backNeck(sheet, 37, 92)
  sheet.cloth(sheet.both(shortSleeve), sheet.fabric, 'd')
  sheet.creasesOnBothSides('128 150 112 180 104 226 7')
  const body = sheet.cloth(
    sheet.half(
      'M0 126C20 126 33 112 38 90L86 103C98 108 95 150 94 190L98 402C98 409 94 411 88 412C50 417 20 417 0 417',
    ),
  )
  const neck = right('M-38 90C-32 114 -18 128 0 128C18 128 32 114 38 90')
  sheet.line(neck, pen(dark, 9))
  sheet.line(neck, pen(base, 6))
  const bands = stroke('M90 236H310', pen(accent, 26)) + stroke('M90 262H310', pen(light, 8))
  if (cut === 0) sheet.inside(body, bands)
  if (cut === 1) sheet.cloth('M222 178h40v36q-20 12-40 0z', accent)
  if (cut === 2)
    sheet.flat('M200 190c22-16 44 6 30 28l-30 34-30-34c-14-22 8-44 30-28z', accent, 0.92)
  sheet.creases(
    '92 196 60 215 30 238 9, -92 196 -64 220 -40 250 -8, 60 412 52 350 66 290 10, -70 412 -58 356 -70 300 -9',
  )
  sheet.stitch(sheet.pair('M0 407L92 402'), dark, 1.2)
}

function polo(sheet: GarmentSheet): void {
  const { accent, base, cut, dark, pair, right } = sheet
  backNeck(sheet, 36, 92)
  const sleeves = sheet.cloth(sheet.both(shortSleeve), sheet.fabric, 'd')
  sheet.inside(sleeves, stroke(pair('M92 236L150 214'), pen(accent, 16)))
  sheet.cloth(
    sheet.half(
      'M0 132C14 126 30 112 36 92L86 103C98 108 95 150 94 190L98 402C98 409 94 411 88 412C50 417 20 417 0 417',
    ),
  )
  const collar = 'M1 138C14 128 28 112 33 86C42 88 48 96 52 108C44 126 28 146 18 156'
  sheet.cloth(sheet.both(collar), cut === 0 ? base : accent)
  sheet.cloth(right('M-9 140L9 140L9 216L-9 216'), base)
  sheet.stitch(right('M-6 144L-6 212L6 212L6 144'), dark, 1.1)
  sheet.dots('0 160, 0 186', 3.4, mix(accent, '#ffffff', 0.4))
  sheet.creases(
    '92 196 60 215 30 244 9, -92 196 -64 220 -40 250 -8, 60 412 52 350 66 290 10, -70 412 -58 356 -70 300 -9',
  )
  sheet.stitch(pair('M0 407L92 402'), dark, 1.2)
}

function shirt(sheet: GarmentSheet): void {
  const { accent, base, cut, dark, right } = sheet
  backNeck(sheet, 34, 90)
  sheet.cloth(sheet.both(longSleeve), sheet.fabric, 'd')
  sheet.creasesOnBothSides('126 160 118 250 128 360 8, 100 230 118 262 138 268 9')
  cuffs(sheet, { top: 360, left: 110, right: 153, bottom: 392, fill: base })
  sheet.cloth(
    sheet.half(
      'M0 128C14 122 30 110 34 88L84 104C96 108 94 150 92 186L94 392C92 408 60 416 34 428C18 432 8 432 0 432',
    ),
  )
  const collar = sheet.both(
    'M0 134C10 126 24 110 31 82C40 82 46 92 50 106C44 126 30 146 20 156C12 150 6 142 0 134',
  )
  sheet.cloth(collar, base)
  const placket = right('M-8 132L8 132L8 432L-8 432')
  sheet.flat(placket, sheet.fabric)
  sheet.flat(placket, '#000', 0.07)
  sheet.stitch(right('M-6 140L-6 428M6 140L6 428'), dark, 1)
  const buttons = '0 158, 0 204, 0 250, 0 296, 0 342, 0 388'
  sheet.dots(buttons, 3, mix(accent, '#ffffff', 0.55))
  if (cut < 2) {
    sheet.cloth('M226 196h42v40l-21 10-21-10z')
    sheet.stitch('M226 206h42', dark, 1.2)
  }
  sheet.creases(
    '90 192 56 214 30 230 9, -90 192 -60 220 -36 246 -9, 62 420 50 350 64 280 10, -66 420 -54 350 -68 290 -9',
  )
}

export const shirtGarments = { tshirt, polo, shirt }

import { mix } from './colour.ts'
import { type GarmentSheet, pen } from './garmentSheet.ts'

/** What was just drawn, once for each foot. */
function pairOfShoes(sheet: GarmentSheet, drawOne: (sheet: GarmentSheet) => void) {
  drawOne(sheet)
  const shoe = sheet.drawn.splice(0).join('')
  const key = sheet.define('shoe', shoe)
  return (places: string[]) => {
    for (const place of places) sheet.raw(`<use href="#${key}" transform="${place}"/>`)
  }
}

function sneaker(sheet: GarmentSheet): void {
  const { accent, dark } = sheet
  sheet.cloth(
    'M20 140C16 112 16 82 20 58C22 46 40 44 46 54C58 72 80 74 98 60C106 52 114 52 120 58C142 86 174 102 216 110C248 116 264 124 266 142L266 156H22Z',
  )
  sheet.cloth('M20 140C16 112 16 82 20 58C22 46 40 44 46 54C46 84 54 118 66 150L22 152Z', accent)
  sheet.flat('M208 106C248 112 266 122 266 144V152H196C194 134 198 118 208 106Z', sheet.light)
  sheet.flat('M92 150C92 122 104 100 124 88L146 96C128 108 120 126 122 150Z', accent)
  const laces = 'M104 58L88 84M120 64L104 90M136 78L120 103M154 90L139 114M174 100L161 124'
  sheet.line(laces, pen('#fff', 7, 'stroke-linecap="round"'))
  sheet.line(laces, pen(dark, 1, 'opacity=".35"'))
  sheet.stitch('M26 136C80 146 150 146 196 142M208 112C198 122 196 138 198 150', dark, 1.2)
  sheet.cloth('M16 150H268C274 164 270 178 258 180H34C20 178 14 168 16 150Z', '#fbfbf8')
  sheet.line('M18 164H270', pen(accent, 3))
  sheet.line('M30 180h228', pen(mix(dark, '#000000', 0.3), 5))
}

function heel(sheet: GarmentSheet): void {
  const { accent, cut, dark } = sheet
  const block = 'M18 92L54 100C52 140 46 176 40 206H22C22 170 20 130 18 92Z'
  const slender = 'M16 90L56 100C44 130 36 170 33 206H24C24 170 22 130 16 90Z'
  sheet.cloth(cut === 1 ? block : slender, dark)
  sheet.cloth(
    'M16 92C10 72 8 48 14 22C18 14 28 14 32 22C44 66 74 92 112 120C136 138 154 146 172 146C206 146 240 164 254 186C260 198 250 206 236 206H168C120 206 92 148 60 112C44 96 28 98 16 92Z',
  )
  const lining =
    'M32 24C46 64 76 92 112 120C132 135 150 143 166 145C150 160 128 150 104 128C70 98 40 76 32 24Z'
  sheet.cloth(lining, sheet.deep, 'd')
  const sole =
    'M150 206C206 208 246 208 256 196C258 206 250 212 238 212H176C164 212 156 210 150 206Z'
  sheet.flat(sole, accent)
  const strap = 'M150 146C146 168 148 188 156 204L172 205C164 186 162 166 166 146Z'
  if (cut === 0) sheet.flat(strap, accent)
  if (cut === 2) {
    sheet.dots('-4 160', 11, accent)
    sheet.dots('12 156, 8 170', 9, accent)
  }
  sheet.creases('-100 156 -60 176 20 182 6', 0.14)
}

function jutti(sheet: GarmentSheet): void {
  const { accent, half } = sheet
  const pale = (share: number) => mix(accent, '#ffffff', share)
  sheet.cloth(half('M0 84C6 100 12 120 26 146C52 188 60 250 54 330C52 390 34 424 0 424'), accent)
  sheet.cloth(half('M0 78C2 106 12 124 24 150C48 192 54 250 50 330C48 384 32 416 0 416'))
  sheet.line('M200 84q-2-18 8-24', pen(accent, 5, 'stroke-linecap="round"'))
  sheet.cloth(half('M0 232C30 232 38 260 38 330C38 380 24 404 0 404'), pale(0.72), 'd')
  sheet.line(half('M0 230C32 230 41 260 41 330C41 383 26 408 0 408'), pen(accent, 5))
  sheet.stitch(half('M0 222C38 222 48 260 48 330C48 386 30 415 0 415'), pale(0.5), 1.6)
  sheet.flat(half('M0 126C12 150 20 176 0 206'), accent)
  sheet.flat(half('M0 144C6 160 9 174 0 190'), sheet.base)
  sheet.dots('0 168', 3.4, pale(0.6))
  const beads = '20 178, -20 178, 30 206, -30 206, 36 232, -36 232, 12 208, -12 208'
  sheet.dots(beads, 3, pale(0.3))
  sheet.flat(half('M0 372C10 372 16 380 14 388C10 394 4 394 0 394'), accent, 0.35)
}

/** The soft shadow of the rear shoe on the ground. */
const rearShadow = (sheet: GarmentSheet, x: number, y: number) =>
  sheet.raw(`<ellipse cx="${x}" cy="${y}" rx="120" ry="8" fill="#0c1410" opacity=".1"/>`)

function sneakers(sheet: GarmentSheet): void {
  const stand = pairOfShoes(sheet, sneaker)
  rearShadow(sheet, 238, 246)
  stand(['translate(118 96) scale(.84)', 'translate(42 226) scale(1.08)'])
}

function heels(sheet: GarmentSheet): void {
  const stand = pairOfShoes(sheet, heel)
  rearShadow(sheet, 214, 270)
  stand(['translate(104 92) scale(.86)', 'translate(60 226)'])
}

function juttis(sheet: GarmentSheet): void {
  const lie = pairOfShoes(sheet, jutti)
  lie(['translate(-74 0) rotate(-5 200 260)', 'translate(74 0) rotate(5 200 260)'])
}

export const shoes = { sneakers, heels, juttis }

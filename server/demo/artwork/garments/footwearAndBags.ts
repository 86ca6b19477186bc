import { mix } from '#server/demo/artwork/colour.ts'
import { type GarmentCanvas, strokeStyle, stroke } from './garmentCanvas.ts'

/** Repeats the drawing for the second shoe. */
function pairOfShoes(canvas: GarmentCanvas, drawOne: (canvas: GarmentCanvas) => void) {
  drawOne(canvas)
  const shoe = canvas.drawn.splice(0).join('')
  const key = canvas.define('shoe', shoe)
  return (places: string[]) => {
    for (const place of places) canvas.raw(`<use href="#${key}" transform="${place}"/>`)
  }
}

function sneaker(canvas: GarmentCanvas): void {
  const { accent, dark } = canvas
  canvas.cloth(
    'M20 140C16 112 16 82 20 58C22 46 40 44 46 54C58 72 80 74 98 60C106 52 114 52 120 58C142 86 174 102 216 110C248 116 264 124 266 142L266 156H22Z',
  )
  canvas.cloth('M20 140C16 112 16 82 20 58C22 46 40 44 46 54C46 84 54 118 66 150L22 152Z', accent)
  canvas.flat('M208 106C248 112 266 122 266 144V152H196C194 134 198 118 208 106Z', canvas.light)
  canvas.flat('M92 150C92 122 104 100 124 88L146 96C128 108 120 126 122 150Z', accent)
  const laces = 'M104 58L88 84M120 64L104 90M136 78L120 103M154 90L139 114M174 100L161 124'
  canvas.line(laces, strokeStyle('#fff', 7, 'stroke-linecap="round"'))
  canvas.line(laces, strokeStyle(dark, 1, 'opacity=".35"'))
  canvas.stitch('M26 136C80 146 150 146 196 142M208 112C198 122 196 138 198 150', dark, 1.2)
  canvas.cloth('M16 150H268C274 164 270 178 258 180H34C20 178 14 168 16 150Z', '#fbfbf8')
  canvas.line('M18 164H270', strokeStyle(accent, 3))
  canvas.line('M30 180h228', strokeStyle(mix(dark, '#000000', 0.3), 5))
}

function heel(canvas: GarmentCanvas): void {
  const { accent, cut, dark } = canvas
  const block = 'M18 92L54 100C52 140 46 176 40 206H22C22 170 20 130 18 92Z'
  const slender = 'M16 90L56 100C44 130 36 170 33 206H24C24 170 22 130 16 90Z'
  canvas.cloth(cut === 1 ? block : slender, dark)
  canvas.cloth(
    'M16 92C10 72 8 48 14 22C18 14 28 14 32 22C44 66 74 92 112 120C136 138 154 146 172 146C206 146 240 164 254 186C260 198 250 206 236 206H168C120 206 92 148 60 112C44 96 28 98 16 92Z',
  )
  const lining =
    'M32 24C46 64 76 92 112 120C132 135 150 143 166 145C150 160 128 150 104 128C70 98 40 76 32 24Z'
  canvas.cloth(lining, canvas.deep, 'above')
  const sole =
    'M150 206C206 208 246 208 256 196C258 206 250 212 238 212H176C164 212 156 210 150 206Z'
  canvas.flat(sole, accent)
  const strap = 'M150 146C146 168 148 188 156 204L172 205C164 186 162 166 166 146Z'
  if (cut === 0) canvas.flat(strap, accent)
  if (cut === 2) {
    canvas.dots('-4 160', 11, accent)
    canvas.dots('12 156, 8 170', 9, accent)
  }
  canvas.creases('-100 156 -60 176 20 182 6', 0.14)
}

function jutti(canvas: GarmentCanvas): void {
  const { accent, half } = canvas
  const pale = (share: number) => mix(accent, '#ffffff', share)
  canvas.cloth(half('M0 84C6 100 12 120 26 146C52 188 60 250 54 330C52 390 34 424 0 424'), accent)
  canvas.cloth(half('M0 78C2 106 12 124 24 150C48 192 54 250 50 330C48 384 32 416 0 416'))
  canvas.line('M200 84q-2-18 8-24', strokeStyle(accent, 5, 'stroke-linecap="round"'))
  canvas.cloth(half('M0 232C30 232 38 260 38 330C38 380 24 404 0 404'), pale(0.72), 'above')
  canvas.line(half('M0 230C32 230 41 260 41 330C41 383 26 408 0 408'), strokeStyle(accent, 5))
  canvas.stitch(half('M0 222C38 222 48 260 48 330C48 386 30 415 0 415'), pale(0.5), 1.6)
  canvas.flat(half('M0 126C12 150 20 176 0 206'), accent)
  canvas.flat(half('M0 144C6 160 9 174 0 190'), canvas.base)
  canvas.dots('0 168', 3.4, pale(0.6))
  const beads = '20 178, -20 178, 30 206, -30 206, 36 232, -36 232, 12 208, -12 208'
  canvas.dots(beads, 3, pale(0.3))
  canvas.flat(half('M0 372C10 372 16 380 14 388C10 394 4 394 0 394'), accent, 0.35)
}

/** The soft shadow of the rear shoe on the ground. */
const rearShadow = (canvas: GarmentCanvas, x: number, y: number) =>
  canvas.raw(`<ellipse cx="${x}" cy="${y}" rx="120" ry="8" fill="#0c1410" opacity=".1"/>`)

function sneakers(canvas: GarmentCanvas): void {
  const stand = pairOfShoes(canvas, sneaker)
  rearShadow(canvas, 238, 246)
  stand(['translate(118 96) scale(.84)', 'translate(42 226) scale(1.08)'])
}

function heels(canvas: GarmentCanvas): void {
  const stand = pairOfShoes(canvas, heel)
  rearShadow(canvas, 214, 270)
  stand(['translate(104 92) scale(.86)', 'translate(60 226)'])
}

function juttis(canvas: GarmentCanvas): void {
  const lie = pairOfShoes(canvas, jutti)
  lie(['translate(-74 0) rotate(-5 200 260)', 'translate(74 0) rotate(5 200 260)'])
}

export const shoes = { sneakers, heels, juttis }

const flapBag = {
  body: 'M0 200L104 200C116 200 120 208 121 220L126 398C126 412 120 418 106 418L0 420',
  seam: 'M0 208L100 208C110 208 113 213 114 222L118 384',
}
const frameBag = {
  body: 'M0 196L86 196C100 196 106 204 108 220L128 392C130 408 122 416 106 416L0 418',
  seam: 'M0 204L84 204C94 204 98 210 100 222L118 384',
}

function handbag(canvas: GarmentCanvas): void {
  const { accent, cut, light } = canvas
  const bag = cut === 1 ? frameBag : flapBag
  const grip = 'M138 226C136 120 160 84 200 84S264 120 262 226'
  canvas.line(grip, strokeStyle(canvas.dark, 13, 'stroke-linecap="round"'))
  canvas.line(grip, strokeStyle(accent, 8, 'stroke-linecap="round"'))
  const straps = stroke('M120 190V430M280 190V430', strokeStyle(accent, 22))
  const base = stroke('M60 408H340', strokeStyle(accent, 34))
  canvas.inside(canvas.cloth(canvas.half(bag.body)), cut === 2 ? straps : base)
  canvas.stitch(canvas.pair(bag.seam), mix(canvas.base, '#ffffff', 0.5))
  if (cut === 1) {
    canvas.cloth('M184 186h32v66h-32z', accent)
    canvas.dots('0 236', 6, light)
  } else bagFlap(canvas)
  canvas.dots('-62 222, 62 222', 8, accent)
  canvas.dots('-62 222, 62 222', 3, light)
  canvas.creasesOnBothSides('116 400 92 370 98 310 9', 0.14)
}

function bagFlap(canvas: GarmentCanvas): void {
  const flap = 'M0 200L110 200C112 250 92 286 52 296C30 300 12 300 0 300'
  canvas.cloth(canvas.half(flap), canvas.fabric, 'above')
  canvas.stitch(canvas.pair('M0 292C30 292 88 286 103 208'), mix(canvas.base, '#ffffff', 0.5))
  canvas.cloth('M182 278h36v34q-18 14-36 0z', canvas.accent)
  canvas.dots('0 300', 5, canvas.light)
}

export const bags = { handbag }

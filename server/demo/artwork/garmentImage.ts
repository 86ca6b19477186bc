import { mix } from './colour.ts'
import { garments, type GarmentType } from './garments/garments.ts'
import { createGarmentCanvas, type Shade } from './garments/garmentCanvas.ts'
import { type GarmentSpec, type GarmentView, type Pattern, backdropOf, tints } from './imageSpec.ts'

type Tile = { width: number; height: number; marks: string; turn?: string }
type Dye = { id: string; base: string; accent: string; pale: string }

const tiles: Partial<Record<Pattern, (dye: Dye) => Tile>> = {
  stripes: ({ accent }) => ({
    width: 17,
    height: 17,
    marks: `<g fill="${accent}"><path d="M0 0h5v17H0z"/><path d="M10 0h1.5v17H10z" opacity=".55"/></g>`,
  }),
  checks: ({ accent }) => ({
    width: 34,
    height: 34,
    marks: `<g fill="${accent}"><path d="M0 0h12v34H0zM0 0h34v12H0z" opacity=".38"/><path d="M22 0h2v34h-2zM0 22h34v2H0z" opacity=".8"/></g>`,
  }),
  block: ({ accent }) => ({
    width: 36,
    height: 36,
    marks: `<g fill="${accent}"><path d="M18 6q6 6 0 12q-6-6 0-12zM18 30q6-6 0-12q-6 6 0 12zM6 18q6-6 12 0q-6 6-12 0zM30 18q-6-6-12 0q6 6 12 0z"/><circle r="3"/><circle cx="36" r="3"/><circle cy="36" r="3"/><circle cx="36" cy="36" r="3"/></g>`,
  }),
  ikat: ({ accent, base, pale }) => ({
    width: 34,
    height: 46,
    marks: `<path d="M17 2l3 5-1 1 4 5-1 1 5 6-1 1 4 2-4 2 1 1-5 6 1 1-4 5 1 1-3 5-3-5 1-1-4-5 1-1-5-6 1-1-4-2 4-2-1-1 5-6-1-1 4-5-1-1zM0 0l3 4-3 5zM34 0l-3 4 3 5zM0 46l3-4-3-5zM34 46l-3-4 3-5z" fill="${accent}"/><path d="M17 13l5 10-5 10-5-10z" fill="${base}"/><path d="M17 18l2 5-2 5-2-5z" fill="${pale}"/>`,
  }),
  polka: ({ accent }) => ({
    width: 26,
    height: 26,
    marks: `<g fill="${accent}"><circle cx="7" cy="7" r="4"/><circle cx="20" cy="20" r="4"/></g>`,
  }),
  buti: ({ id, accent, pale }) => ({
    width: 46,
    height: 52,
    marks: `<g id="${id}b"><path d="M12 25C4 24 2 16 6 11C9 7 15 7 15 1C23 6 24 15 20 21C18 24 15 25 12 25Z" fill="${accent}"/><path d="M12 20C8 20 8 14 11 13C14 12 15 14 15 16C15 18 14 20 12 20Z" fill="${pale}"/></g><use href="#${id}b" transform="translate(49 26) scale(-1 1)"/><g fill="${accent}"><circle cx="35" cy="12" r="1.8"/><circle cx="12" cy="38" r="1.8"/></g>`,
  }),
  floral: ({ id, accent, pale }) => ({
    width: 56,
    height: 60,
    marks: `<g fill="${accent}"><g id="${id}b"><circle cx="14" cy="8" r="5"/><circle cx="20" cy="13" r="5"/><circle cx="18" cy="20" r="5"/><circle cx="10" cy="20" r="5"/><circle cx="8" cy="13" r="5"/></g><use href="#${id}b" transform="translate(29 31) scale(.85)"/></g><g fill="${pale}"><circle cx="14" cy="15" r="3"/><circle cx="41" cy="44" r="2.6"/></g><path d="M33 10q9-6 13 3q-9 4-13-3zM6 44q6-8 12-1q-5 7-12 1z" fill="${mix(accent, '#1d5b46', 0.55)}"/>`,
  }),
  bandhani: ({ accent, base }) => ({
    width: 22,
    height: 22,
    marks: `<g fill="${accent}"><circle cx="5.5" cy="5.5" r="3.2"/><circle cx="16.5" cy="16.5" r="3.2"/></g><g fill="${base}"><circle cx="5.5" cy="5.5" r="1.2"/><circle cx="16.5" cy="16.5" r="1.2"/></g>`,
  }),
  leheriya: ({ accent, pale }) => ({
    width: 30,
    height: 30,
    marks: `<path d="M0 4q7.5-6 15 0t15 0v7q-7.5 6-15 0t-15 0z" fill="${accent}"/><path d="M0 20q7.5-6 15 0t15 0" fill="none" stroke="${pale}" stroke-width="2"/>`,
    turn: 'rotate(-38)',
  }),
  denim: ({ base }) => ({
    width: 5,
    height: 5,
    marks: `<path d="M0 5L5 0M-1 1l2-2M4 6l2-2" stroke="${mix(base, '#ffffff', 0.4)}" stroke-width=".8" opacity=".5"/>`,
  }),
}

/** The `<pattern>` that fills a garment, including its base colour. Solid garments have none. */
function fabricPattern(id: string, { pattern, base, accent }: GarmentSpec): string {
  const tile = tiles[pattern]?.({ id, base, accent, pale: mix(accent, '#ffffff', 0.45) })
  if (!tile) return ''
  const { width, height, marks, turn } = tile
  const turned = turn ? ` patternTransform="${turn}"` : ''
  return `<pattern id="${id}p" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${turned}><path d="M0 0h${width}v${height}H0z" fill="${base}"/>${marks}</pattern>`
}

/** Horizontal scale of the outlines: long garments are drawn narrower. */
const slimness: Partial<Record<GarmentType, number>> = {
  kurta: 0.86,
  kurti: 0.88,
  sherwani: 0.86,
  salwar: 0.9,
  saree: 0.92,
  nehru: 0.94,
  shirt: 0.95,
  jacket: 0.96,
  anarkali: 0.95,
  lehenga: 0.95,
}

/** Gradients of light: from the side, from above, and on a wide skirt. */
const shades: Record<Shade, string> = {
  side: ' gradientUnits="userSpaceOnUse" x1="96" x2="304" y1="0" y2="0"><stop stop-opacity=".26"/><stop offset=".16" stop-opacity=".05"/><stop offset=".34" stop-color="#fff" stop-opacity=".14"/><stop offset=".52" stop-opacity="0"/><stop offset=".84" stop-opacity=".08"/><stop offset="1" stop-opacity=".3"/>',
  above: ' x2="0" y2="1"><stop stop-opacity=".06"/><stop offset="1" stop-opacity=".2"/>',
  skirt:
    ' gradientUnits="userSpaceOnUse" x1="70" x2="330" y1="60" y2="130"><stop stop-opacity=".3"/><stop offset=".32" stop-color="#fff" stop-opacity=".12"/><stop offset=".6" stop-opacity=".03"/><stop offset="1" stop-opacity=".32"/>',
}

const shadesUsed = (id: string, markup: string) =>
  Object.entries(shades)
    .filter(([name]) => markup.includes(`url(#${id}${name})`))
    .map(([name, stops]) => `<linearGradient id="${id}${name}"${stops}</linearGradient>`)
    .join('')

type DrawOptions = { spec: GarmentSpec; id: string }

/** Draws a garment without its backdrop. Two garments in one image need different ids. */
export function drawGarment(type: GarmentType, { spec, id }: DrawOptions) {
  const canvas = createGarmentCanvas(spec, { id, slim: slimness[type] ?? 1 })
  garments[type](canvas)
  const body = canvas.drawn.join('')
  const kept = canvas.definitions.join('')
  return {
    definitions: fabricPattern(id, spec) + shadesUsed(id, body + kept) + kept,
    body,
    shapes: canvas.shapes,
  }
}

type ShadowOptions = { place: string; fill: string; opacity?: number }

/** The shadow of a garment: the outlines of its shapes, moved. */
export function dropShadow({ shapes }: { shapes: string[] }, options: ShadowOptions): string {
  const opacity = options.opacity === undefined ? '' : ` opacity="${options.opacity}"`
  const uses = shapes.map((key) => `<use href="#${key}"/>`).join('')
  return `<g transform="${options.place}" fill="${options.fill}"${opacity}>${uses}</g>`
}

const details: Partial<Record<GarmentType, string>> = {
  jeans: '110 50 180 225',
  trousers: '110 50 180 225',
  skirt: '90 80 200 250',
  sneakers: '40 210 232 290',
  heels: '60 216 216 270',
  juttis: '54 64 160 200',
  handbag: '96 170 200 250',
  saree: '128 60 220 275',
  lehenga: '100 180 232 290',
  anarkali: '104 60 192 240',
  top: '108 96 184 230',
}

const hems: Partial<Record<GarmentType, string>> = {
  anarkali: '40 280 168 210',
  lehenga: '40 290 168 210',
  saree: '86 290 152 190',
  salwar: '76 250 184 230',
  sherwani: '64 260 184 230',
  kurta: '64 270 176 220',
  kurti: '74 236 176 220',
  nehru: '76 230 184 230',
  skirt: '56 230 176 220',
  dress: '72 252 176 220',
  jeans: '96 286 152 190',
  trousers: '96 286 152 190',
  sneakers: '96 72 224 280',
  heels: '76 76 208 260',
  juttis: '86 230 168 210',
  handbag: '70 236 168 210',
  hoodie: '40 226 184 230',
  jacket: '40 226 184 230',
  top: '84 210 168 210',
}

const whole = 'M0 0h400v500H0z'

/** The view box of a view, and the path of its background. */
function frameOf(type: GarmentType, view: GarmentView): { box: string; paper: string } {
  if (view === 'wall') return { box: '-70 -60 540 675', paper: 'M-70-60h540v675H-70z' }
  if (view === 'detail') return { box: details[type] ?? '104 64 200 250', paper: whole }
  if (view === 'hem') return { box: hems[type] ?? '60 250 168 210', paper: whole }
  if (view === 'bust') return { box: '84 56 232 290', paper: whole }
  return { box: '0 0 400 500', paper: whole }
}

const wall = '#EFE7D8'
const withoutWallShadow: GarmentType[] = ['sneakers', 'heels', 'juttis']

/** The y position of the ground, for what stands on it. */
const groundAt: Partial<Record<GarmentType, number>> = { sneakers: 416, heels: 440, handbag: 424 }

/** Draws a product photo, 4:5. The same type and options always give the same file. */
export function productImage(type: GarmentType, spec: GarmentSpec): string {
  const backdrop = spec.view === 'wall' ? wall : (tints[backdropOf(spec.seed)] ?? wall)
  const drawing = drawGarment(type, { spec, id: 'a' })
  const ground = groundAt[type]
  const shadow = ground
    ? `<ellipse cx="200" cy="${ground}" rx="150" ry="11" fill="#0c1410" opacity=".13"/>`
    : withoutWallShadow.includes(type)
      ? ''
      : dropShadow(drawing, { place: 'translate(9 12)', fill: mix(backdrop, '#0c1410', 0.16) })
  const { box, paper } = frameOf(type, spec.view)
  const glow =
    '<radialGradient id="ag" cx=".5" cy=".42" r=".75"><stop stop-color="#fff" stop-opacity=".65"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="800" height="1000"><defs>${glow}${drawing.definitions}</defs><path d="${paper}" fill="${backdrop}"/><path d="${paper}" fill="url(#ag)"/>${shadow}${drawing.body}</svg>`
}

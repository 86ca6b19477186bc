import { mix } from './colour.ts'
import { drawGarment, dropShadow } from './garmentImage.ts'
import type { GarmentType } from './garments/garments.ts'
import type { Pattern } from './imageSpec.ts'

type HeroItem = {
  type: GarmentType
  base: string
  accent: string
  pattern: Pattern
  seed: number
  /** Moves the garment down, or up when negative, in SVG units. */
  drop?: number
  scale?: number
  /** Hangs from the rail by its waistband, without a hanger. */
  isClipped?: boolean
}

type HeroScene = {
  wall: string
  panel: string
  rail: string
  /** Text over a light wall is dark; over a dark wall it is white. */
  isLight: boolean
  /** The image for phones shows only the first three. */
  items: HeroItem[]
}

type Row = [type: GarmentType, pattern: Pattern, base: string, accent: string, seed: number]

const item = ([type, pattern, base, accent, seed]: Row): HeroItem => ({
  type,
  pattern,
  base,
  accent,
  seed,
})

const women: HeroScene[] = [
  {
    wall: '#0f4437',
    panel: '#17594a',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['anarkali', 'buti', '#c4375f', '#f0c36b', 1]),
      item(['lehenga', 'bandhani', '#f0b23e', '#b0204f', 2]),
      item(['saree', 'leheriya', '#5fd0aa', '#7a2350', 3]),
      item(['kurti', 'block', '#f4ecdd', '#c2533b', 5]),
    ],
  },
  {
    wall: '#f3d9cf',
    panel: '#f8e7df',
    rail: '#b98b5e',
    isLight: true,
    items: [
      { ...item(['top', 'stripes', '#f8f5ee', '#2e6f8e', 4]), drop: -34 },
      { ...item(['dress', 'floral', '#2f7f72', '#f0c36b', 2]), scale: 1.02 },
      item(['kurti', 'ikat', '#b4355a', '#f4d9b0', 4]),
      { ...item(['skirt', 'solid', '#23466b', '#e9a15b', 2]), isClipped: true, drop: -26 },
    ],
  },
  {
    wall: '#43243f',
    panel: '#57304f',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['saree', 'ikat', '#e7a93b', '#7a2350', 3]),
      item(['salwar', 'buti', '#e7b6a5', '#8c3b46', 4]),
      item(['lehenga', 'floral', '#7fbfa6', '#204b57', 5]),
      item(['anarkali', 'solid', '#f3e9d8', '#c5527a', 4]),
    ],
  },
  {
    wall: '#dfe7f0',
    panel: '#edf2f8',
    rail: '#8a6a48',
    isLight: true,
    items: [
      { ...item(['top', 'solid', '#7fbfa6', '#204b57', 3]), drop: -34 },
      item(['jacket', 'denim', '#4b6c94', '#e0b06b', 3]),
      { ...item(['jeans', 'denim', '#2b4c7e', '#e5a93c', 4]), isClipped: true, drop: -16 },
      item(['dress', 'checks', '#b8405e', '#f5d9a8', 4]),
    ],
  },
]

const men: HeroScene[] = [
  {
    wall: '#1c2f4a',
    panel: '#263e5e',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['sherwani', 'buti', '#f1e6d0', '#a4483a', 2]),
      item(['nehru', 'solid', '#2c7a66', '#e5be6e', 3]),
      item(['kurta', 'solid', '#b4413c', '#f0d7a0', 3]),
      item(['sherwani', 'ikat', '#4a2540', '#d8a7b1', 4]),
    ],
  },
  {
    wall: '#cfe9de',
    panel: '#e1f4ec',
    rail: '#8a6a48',
    isLight: true,
    items: [
      item(['shirt', 'stripes', '#fbfaf6', '#2f6f8e', 1]),
      item(['polo', 'solid', '#1f5e4d', '#f2c14e', 1]),
      item(['jacket', 'denim', '#3d5f86', '#d9a15b', 2]),
      item(['tshirt', 'solid', '#e9b44c', '#2b3a4a', 3]),
    ],
  },
  {
    wall: '#3a2a20',
    panel: '#4d392c',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['kurta', 'block', '#e7a93b', '#8a4b2f', 1]),
      item(['nehru', 'checks', '#c9b79a', '#4a3a2a', 4]),
      item(['shirt', 'solid', '#faf8f3', '#3c6e9e', 2]),
      item(['kurta', 'stripes', '#2b4c7e', '#e9d5a6', 4]),
    ],
  },
  {
    wall: '#f0e4cf',
    panel: '#f7eedf',
    rail: '#8a6a48',
    isLight: true,
    items: [
      item(['hoodie', 'solid', '#8fa79b', '#23302b', 3]),
      item(['tshirt', 'stripes', '#faf8f3', '#7a2e3b', 4]),
      { ...item(['jeans', 'denim', '#3f6490', '#d9a15b', 3]), isClipped: true, drop: -16 },
      item(['jacket', 'solid', '#23584b', '#f0c97b', 4]),
    ],
  },
]

/** Scenes of the sliders by name: `women-1` to `women-4`, `men-1` to `men-4`. */
export const heroScenes: Record<string, HeroScene> = Object.fromEntries([
  ...women.map((scene, at) => [`women-${at + 1}`, scene]),
  ...men.map((scene, at) => [`men-${at + 1}`, scene]),
])

type HeroFormat = 'desktop' | 'mobile'

type Layout = {
  width: number
  height: number
  /** The garments hang between these x positions; the rest is for the text. */
  from: number
  to: number
  scale: number
  top: number
  rail: number
  railFrom: number
  arch: string
  pieces: number
}

const layouts: Record<HeroFormat, Layout> = {
  desktop: {
    width: 1440,
    height: 480,
    from: 650,
    to: 1400,
    scale: 0.92,
    top: -8,
    rail: 50,
    railFrom: 600,
    arch: 'M690 480V250a340 250 0 0 1 680 0v230z',
    pieces: 4,
  },
  mobile: {
    width: 800,
    height: 1000,
    from: 50,
    to: 750,
    scale: 1.06,
    top: -12,
    rail: 52,
    railFrom: 0,
    arch: 'M-40 1000V420a440 370 0 0 1 880 0v580z',
    pieces: 3,
  },
}

type Place = { centre: number; top: number; scale: number; rail: number }

function drawHanger(
  { type }: HeroItem,
  { centre, top, scale, rail }: Place,
  colour: string,
): string {
  const neck = top + (type === 'top' ? 124 : 92) * scale
  const reach = 66 * scale
  const hook = `M${centre} ${neck}V${rail + 12}c0-9 12-8 10-17a10 10 0 0 0-20-1`
  const arms = `M${centre - reach} ${neck + 12 * scale}Q${centre} ${neck - 22 * scale} ${centre + reach} ${neck + 12 * scale}`
  return `<path d="${hook}" fill="none" stroke="${mix(colour, '#000000', 0.25)}" stroke-width="3" stroke-linecap="round"/><path d="${arms}" fill="none" stroke="#b98b5e" stroke-width="${9 * scale}" stroke-linecap="round"/>`
}

function drawHangingGarment(
  item: HeroItem,
  place: Place,
  { id, rail }: { id: string; rail: string },
) {
  const drawing = drawGarment(item.type, { spec: { ...item, view: 'front' }, id })
  const left = place.centre - 200 * place.scale
  const move = (x: number, y: number) =>
    `translate(${Math.round(left + x)} ${Math.round(place.top + y)}) scale(${place.scale})`
  const shadow = dropShadow(drawing, { place: move(12, 16), fill: '#0c1410', opacity: 0.16 })
  const hook = item.isClipped ? '' : drawHanger(item, place, rail)
  return {
    definitions: drawing.definitions,
    markup: `${shadow}${hook}<g transform="${move(0, 0)}">${drawing.body}</g>`,
  }
}

function drawRail({ rail, railFrom, width }: Layout, colour: string): string {
  return `<path d="M${railFrom} ${rail}H${width}" stroke="${colour}" stroke-width="7" stroke-linecap="round"/><path d="M${railFrom} ${rail + 4}H${width}" stroke="#0c1410" stroke-opacity=".18" stroke-width="2"/>`
}

/** Draws a rail of clothes against a wall, with room for text. */
export function heroImage(scene: HeroScene, format: HeroFormat): string {
  const layout = layouts[format]
  const items = scene.items.slice(0, layout.pieces)
  const step = (layout.to - layout.from) / items.length
  const pieces = items.map((item, at) => {
    const place = {
      centre: Math.round(layout.from + step * (at + 0.5)),
      top: layout.top + (item.drop ?? 0),
      scale: layout.scale * (item.scale ?? 1),
      rail: layout.rail,
    }
    return drawHangingGarment(item, place, { id: `h${at}`, rail: scene.rail })
  })
  const { width, height } = layout
  const definitions = pieces.map((piece) => piece.definitions).join('')
  const clothes = pieces.map((piece) => piece.markup).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${definitions}</defs><path d="M0 0h${width}v${height}H0z" fill="${scene.wall}"/><path d="${layout.arch}" fill="${scene.panel}"/>${drawRail(layout, scene.rail)}${clothes}</svg>`
}

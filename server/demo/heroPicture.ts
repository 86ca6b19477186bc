import { mix } from './colour.ts'
import { drawGarment, shadowOf } from './drawGarment.ts'
import type { HeroItem, HeroScene } from './heroScenes.ts'

type HeroFormat = 'desktop' | 'mobile'

type Layout = {
  width: number
  height: number
  /** Between these the pieces hang; the rest is for the text. */
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

function hanger({ type }: HeroItem, { centre, top, scale, rail }: Place, colour: string): string {
  const neck = top + (type === 'top' ? 124 : 92) * scale
  const reach = 66 * scale
  const hook = `M${centre} ${neck}V${rail + 12}c0-9 12-8 10-17a10 10 0 0 0-20-1`
  const arms = `M${centre - reach} ${neck + 12 * scale}Q${centre} ${neck - 22 * scale} ${centre + reach} ${neck + 12 * scale}`
  return `<path d="${hook}" fill="none" stroke="${mix(colour, '#000000', 0.25)}" stroke-width="3" stroke-linecap="round"/><path d="${arms}" fill="none" stroke="#b98b5e" stroke-width="${9 * scale}" stroke-linecap="round"/>`
}

function hangingPiece(item: HeroItem, place: Place, { id, rail }: { id: string; rail: string }) {
  const drawing = drawGarment(item.type, { spec: { ...item, view: 'front' }, id })
  const left = place.centre - 200 * place.scale
  const move = (x: number, y: number) =>
    `translate(${Math.round(left + x)} ${Math.round(place.top + y)}) scale(${place.scale})`
  const shadow = shadowOf(drawing, { place: move(12, 16), fill: '#0c1410', opacity: 0.16 })
  const hook = item.isClipped ? '' : hanger(item, place, rail)
  return {
    definitions: drawing.definitions,
    markup: `${shadow}${hook}<g transform="${move(0, 0)}">${drawing.body}</g>`,
  }
}

function railOf({ rail, railFrom, width }: Layout, colour: string): string {
  return `<path d="M${railFrom} ${rail}H${width}" stroke="${colour}" stroke-width="7" stroke-linecap="round"/><path d="M${railFrom} ${rail + 4}H${width}" stroke="#0c1410" stroke-opacity=".18" stroke-width="2"/>`
}

/** A rail of clothes against a wall, with room for the text that the page sets. */
export function heroPicture(scene: HeroScene, format: HeroFormat): string {
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
    return hangingPiece(item, place, { id: `h${at}`, rail: scene.rail })
  })
  const { width, height } = layout
  const definitions = pieces.map((piece) => piece.definitions).join('')
  const clothes = pieces.map((piece) => piece.markup).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${definitions}</defs><path d="M0 0h${width}v${height}H0z" fill="${scene.wall}"/><path d="${layout.arch}" fill="${scene.panel}"/>${railOf(layout, scene.rail)}${clothes}</svg>`
}
